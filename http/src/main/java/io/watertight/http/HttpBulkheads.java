// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.bulkhead.Bulkhead;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which compartment an HTTP exchange belongs to: a {@link Bulkhead} for each destination that has one, and one that all
 * other destinations share.
 *
 * <pre>{@code
 * HttpBulkheads walls = HttpBulkheads.of(Bulkhead.of("other-hosts", 20))
 *         .withTimeout(Duration.ofSeconds(5))
 *         .withDestination("inventory.internal:8443", Bulkhead.of("inventory", 40), Duration.ofSeconds(2))
 *         .withDestination("https://payment.internal", Bulkhead.of("payment", 10).withMaxWait(Duration.ofMillis(50)));
 *
 * HttpClient client = walls.around(HttpClient.newHttpClient());
 * }</pre>
 *
 * <p><b>A permit lasts as long as the exchange</b>, not as long as the method call. It is taken before the request is
 * touched and goes back when the response is there <em>and</em> its body has nothing more to come: it was received to its
 * end, closed, cancelled, or failed. So a dependency that sends its headers at once and then hangs holds permits like one
 * that hangs before them, and a body that is being read slowly counts for as long as that takes.
 *
 * <p><b>A timeout covers the whole exchange</b>, from the permit to the end of the body, where {@link
 * HttpRequest.Builder#timeout} ends with the headers. At the limit the exchange is cancelled: whoever waits for the response
 * or reads the body gets an {@link java.net.http.HttpTimeoutException} that names the compartment and the limit and whose
 * cause is a {@link io.watertight.TimeoutExceededException}. Without a timeout a bulkhead bounds how many exchanges
 * can hang, but not how long.
 *
 * <p><b>Configuration is immutable; the permits are those of the bulkheads.</b> A {@code with} method returns a new
 * instance and leaves this one as it is. The bulkheads are used as they are given, not copied: all clients made from them share
 * their permits, and so may other calls to the same dependency. Names stay few, because nothing makes a bulkhead but you.
 *
 * <p>All methods are safe for use by any number of threads.
 */
public final class HttpBulkheads {
    private final Bulkhead others;
    private final Map<String, Destination> destinations;
    private final @Nullable Duration timeout;
    private final boolean leakTraces;

    /** As it was configured; without a timeout of its own, the common one applies. */
    record Destination(Bulkhead bulkhead, @Nullable Duration timeout) {}

    private HttpBulkheads(
            Bulkhead others, Map<String, Destination> destinations, @Nullable Duration timeout, boolean leakTraces) {
        this.others = others;
        this.destinations = Collections.unmodifiableMap(new LinkedHashMap<>(destinations));
        this.timeout = timeout;
        this.leakTraces = leakTraces;
        Bulkhead clash = clash();
        if (clash != null) {
            throw new IllegalArgumentException("Two different bulkheads are named '" + clash.name()
                    + "': name each after its dependency, or give both destinations the same instance");
        }
    }

    /**
     * Creates the walls with one compartment that every destination shares until it is given its own.
     *
     * @param others the compartment of all destinations that have none of their own
     * @return walls without destinations and without a timeout
     */
    public static HttpBulkheads of(Bulkhead others) {
        Objects.requireNonNull(
                others, "others must not be null: destinations without a compartment of their own share this one");
        return new HttpBulkheads(others, Map.of(), null, false);
    }

    /**
     * Returns walls in which this destination has a compartment.
     *
     * @param destination {@code host:port}, or {@code https://host} where the port is the scheme's own, or whatever the
     *     {@linkplain #around(HttpClient, Function) function} of a client returns; upper and lower case are the same
     * @param bulkhead its compartment; destinations that are given the same instance share it
     * @return new walls
     * @throws IllegalArgumentException if the destination is blank, not of these forms, or has a compartment already; if
     *     there is another bulkhead of the same name
     */
    public HttpBulkheads withDestination(String destination, Bulkhead bulkhead) {
        return with(destination, new Destination(bulkhead, null));
    }

    /**
     * Returns walls in which this destination has a compartment and a timeout of its own.
     *
     * @param destination as in {@link #withDestination(String, Bulkhead)}
     * @param bulkhead its compartment; destinations that are given the same instance share it
     * @param timeout how long one exchange may last, from its permit to the end of its body; must be positive
     * @return new walls
     * @throws IllegalArgumentException if the timeout is not positive, or as in {@link #withDestination(String, Bulkhead)}
     */
    public HttpBulkheads withDestination(String destination, Bulkhead bulkhead, Duration timeout) {
        return with(destination, new Destination(bulkhead, positive(timeout, "of destination '" + destination + "' ")));
    }

    /**
     * Returns walls with a timeout for the whole exchange, for every destination that has none of its own.
     *
     * @param timeout how long one exchange may last, from its permit to the end of its body; must be positive; by default
     *     there is none
     * @return new walls
     * @throws IllegalArgumentException if the timeout is not positive
     */
    public HttpBulkheads withTimeout(Duration timeout) {
        return new HttpBulkheads(others, destinations, positive(timeout, ""), leakTraces);
    }

    /**
     * Returns walls that keep the stack trace of every exchange until its body has ended, to log it with the body
     * that was never closed. Costs a stack trace for each exchange, so it is for the search of a leak.
     *
     * @param on true for whole stack traces; by default only the calling place itself is known
     * @return new walls
     */
    public HttpBulkheads withLeakTraces(boolean on) {
        return new HttpBulkheads(others, destinations, timeout, on);
    }

    /**
     * Returns a client that sends by this one, each exchange in the compartment of its host and port.
     *
     * <p>The client is an {@link HttpClient} in all its methods. Differences to the one inside: a rejected exchange fails
     * with {@link io.watertight.bulkhead.BulkheadFullException}, thrown by {@code send} and as the failure of
     * {@code sendAsync}'s future; {@code sendAsync} reports every failure by its future; {@code send} sends by the inner
     * client's {@code sendAsync}.
     *
     * @param client sends the requests; its settings hold
     * @return a client with walls
     * @throws IllegalArgumentException if the client has walls already, or a destination has no port
     */
    public HttpClient around(HttpClient client) {
        requireHostsAndPorts();
        return around(client, request -> Keys.of(request.uri()));
    }

    /**
     * Returns a client that sends by this one, each exchange in the compartment that the function names.
     *
     * @param client sends the requests; its settings hold
     * @param destination names the destination of a request; null or a name without a compartment: the one that all
     *     others share. What it throws, {@code send} throws; runs on the caller's thread
     * @return a client with walls; see {@link #around(HttpClient)}
     * @throws IllegalArgumentException if the client has walls already
     */
    public HttpClient around(HttpClient client, Function<? super HttpRequest, @Nullable String> destination) {
        Objects.requireNonNull(client, "client must not be null");
        Objects.requireNonNull(destination, "destination must not be null: leave it out for host and port");
        if (client instanceof BulkheadHttpClient) {
            throw new IllegalArgumentException("The client has walls already: each exchange would need two permits, and"
                    + " wait for itself at the limit; put all destinations into one HttpBulkheads");
        }
        return new BulkheadHttpClient(client, compartments(), destination, leakTraces);
    }

    /**
     * Returns every compartment by its bulkhead's name, for meters and registries.
     *
     * @return the bulkheads, that of the others included; unmodifiable
     */
    public Map<String, Bulkhead> bulkheads() {
        Map<String, Bulkhead> byName = new LinkedHashMap<>();
        all().forEach(bulkhead -> byName.put(bulkhead.name(), bulkhead));
        return Collections.unmodifiableMap(byName);
    }

    /** Returns the destinations with their compartments, for logs. */
    @Override
    public String toString() {
        return "HttpBulkheads" + destinations + " others " + others + (timeout == null ? "" : " timeout " + timeout);
    }

    void requireHostsAndPorts() {
        Keys.requireHostAndPort(destinations.keySet());
    }

    boolean leakTraces() {
        return leakTraces;
    }

    Compartments compartments() {
        Map<String, Compartment> byKey = new LinkedHashMap<>();
        destinations.forEach((key, destination) -> {
            Duration own = destination.timeout();
            byKey.put(key, Compartment.of(destination.bulkhead(), own == null ? timeout : own));
        });
        return new Compartments(byKey, Compartment.of(others, timeout));
    }

    private HttpBulkheads with(String name, Destination destination) {
        String key = Keys.parse(name);
        Objects.requireNonNull(destination.bulkhead(), "bulkhead of destination '" + name + "' must not be null");
        Destination before = destinations.get(key);
        if (before != null) {
            throw new IllegalArgumentException("Destination '" + name + "' has the compartment '"
                    + before.bulkhead().name() + "' already: give it once, with all its settings");
        }
        Map<String, Destination> more = new LinkedHashMap<>(destinations);
        more.put(key, destination);
        return new HttpBulkheads(others, more, timeout, leakTraces);
    }

    private static Duration positive(Duration timeout, String of) {
        Objects.requireNonNull(timeout, "timeout " + of + "must not be null: leave it out for no limit");
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException("timeout " + of + "must be positive, was " + timeout
                    + ": an exchange needs some time; leave it out for no limit");
        }
        return timeout;
    }

    private List<Bulkhead> all() {
        List<Bulkhead> all = new ArrayList<>();
        destinations.values().forEach(destination -> all.add(destination.bulkhead()));
        all.add(others);
        return all;
    }

    @SuppressWarnings("ReferenceEquality") // permits are an instance's, whatever its settings
    private @Nullable Bulkhead clash() {
        Map<String, Bulkhead> byName = new LinkedHashMap<>();
        for (Bulkhead bulkhead : all()) {
            Bulkhead other = byName.putIfAbsent(bulkhead.name(), bulkhead);
            if (other != null && other != bulkhead) {
                return bulkhead;
            }
        }
        return null;
    }
}
