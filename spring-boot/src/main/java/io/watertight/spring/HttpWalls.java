// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.http.HttpBulkheads;
import io.watertight.registry.Registry;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/** Makes the compartments of {@code watertight.http}. */
final class HttpWalls {
    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("watertight.http");
    private static final String OTHERS = "other-hosts";
    private static final String FACTORY = "spring.http.clients.imperative.factory";

    private final PropertyReader reader;

    private HttpWalls(PropertyReader reader) {
        this.reader = reader;
    }

    /**
     * Makes them and registers their bulkheads.
     *
     * @throws InvalidPropertiesException if a property cannot take effect
     */
    static HttpBulkheads create(Environment environment, Registry registry) {
        var problems = new Problems();
        HttpBulkheads walls = new HttpWalls(new PropertyReader(environment, problems)).create(environment);
        problems.throwIfAny();
        walls.bulkheads().values().stream()
                .filter(bulkhead -> bulkhead.maxConcurrentCalls() < Integer.MAX_VALUE)
                .forEach(bulkhead -> registry.register("http", bulkhead));
        return walls;
    }

    private HttpBulkheads create(Environment environment) {
        refuseOtherClients(environment);
        Bound<HttpProperties> http = reader.read(ROOT, HttpProperties.class);
        HttpBulkheads walls = new OptionSetter<>(http, HttpBulkheads.of(others()))
                .set("timeout", http.options().timeout(), HttpBulkheads::withTimeout)
                .get();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (ConfigurationPropertyName section : reader.named(ROOT + ".destinations")) {
                walls = withDestination(walls, reader.read(section, HttpProperties.Destination.class), client);
            }
        }
        return walls;
    }

    private static HttpBulkheads withDestination(
            HttpBulkheads walls, Bound<HttpProperties.Destination> bound, HttpClient client) {
        HttpProperties.Destination options = bound.options();
        String host = bound.required("host", options.host(), "to its host:port, or https://host");
        Bulkhead bulkhead =
                bulkhead(bound, bound.name(), options.maxConcurrentCalls(), options.maxWait(), options.maxWaiting());
        if (host == null || bulkhead == null) {
            return walls;
        }
        Duration timeout = options.timeout();
        return new OptionSetter<>(bound, walls)
                .set("host", host, (before, value) -> {
                    HttpBulkheads with = before.withDestination(value, bulkhead);
                    with.around(client); // refuses what no request can meet
                    return timeout == null ? with : before;
                })
                .set("timeout", timeout, (before, value) -> before.withDestination(host, bulkhead, value))
                .get();
    }

    /** Without limits of their own, the other destinations stay as they would be without the walls. */
    private Bulkhead others() {
        Bound<HttpProperties.Others> bound = reader.read(ROOT.append("others"), HttpProperties.Others.class);
        HttpProperties.Others options = bound.options();
        Bulkhead others = bound.from().isEmpty()
                ? null
                : bulkhead(bound, OTHERS, options.maxConcurrentCalls(), options.maxWait(), options.maxWaiting());
        return others == null ? Bulkhead.fromConfiguration(OTHERS, Integer.MAX_VALUE) : others;
    }

    private static @Nullable Bulkhead bulkhead(
            Bound<?> bound,
            String name,
            @Nullable Integer limit,
            @Nullable Duration maxWait,
            @Nullable Integer maxWaiting) {
        bound.required("max-concurrent-calls", limit, "to how many exchanges may be active at once");
        return limit == null
                ? null
                : new OptionSetter<>(bound, Bulkhead.fromConfiguration(name, 1))
                        .set("max-concurrent-calls", limit, Bulkhead::withMaxConcurrentCalls)
                        .set("max-wait", maxWait, Bulkhead::withMaxWait)
                        .set("max-waiting", maxWaiting, Bulkhead::withMaxWaiting)
                        .get();
    }

    private void refuseOtherClients(Environment environment) {
        String factory = environment.getProperty(FACTORY);
        if (factory != null && !factory.toLowerCase(Locale.ROOT).equals("jdk")) {
            reader.refuse(
                    ConfigurationPropertyName.of(FACTORY),
                    factory,
                    "watertight.http sends by the client of the JDK, so another one would not be used",
                    "Set " + FACTORY + " to jdk, or remove it");
        }
    }
}
