// SPDX-License-Identifier: Apache-2.0
package io.watertight.registry;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.Subscription;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.listener.FaultLog;
import io.watertight.registry.RegistryEvent.Added;
import io.watertight.registry.RegistryEvent.Removed;
import io.watertight.spelling.Spelling;
import io.watertight.timeout.Timeout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The named live policies of a service, where meters, endpoints and configuration find them. Policies work without one.
 *
 * <pre>{@code
 * Registry registry = Registry.create();
 * Bulkhead inventory = registry.register(Bulkhead.of("inventory", 40));
 * }</pre>
 *
 * <p><b>A name has one definition.</b> Registering a second policy of the same name and settings returns the one that is
 * there, so that all share its permits; one with other settings is refused. Semaphore and thread-pool bulkheads share
 * their names, for both are the compartment of a dependency; every other kind has names of its own.
 *
 * <p><b>It is bounded.</b> A name is a metric tag and is kept until it is removed, so names made of user input would fill
 * the heap: beyond the maximum, registering fails.
 *
 * <p><b>Nothing closed stays:</b> a thread-pool bulkhead that is closed is removed by itself. Anything else stays until it
 * is {@linkplain #remove removed}.
 *
 * <p>Safe for use by any number of threads. No lock is held while a listener runs, so events of changes made at the same
 * time may arrive in either order: whoever mirrors the registry compares with {@link #entries()} at each event.
 */
public final class Registry {
    /** How many policies a registry holds at most, unless it was made for another number: {@value}. */
    public static final int DEFAULT_MAXIMUM = 1_000;

    private record Key(String family, String name) {}

    private record Listening(Consumer<? super RegistryEvent> listener, FaultLog log) {}

    private final int maximum;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Registered> entries = new LinkedHashMap<>();
    private final List<Listening> listeners = new CopyOnWriteArrayList<>();

    private Registry(int maximum) {
        this.maximum = maximum;
    }

    /**
     * Creates an empty registry for {@value #DEFAULT_MAXIMUM} policies.
     *
     * @return a new registry
     */
    public static Registry create() {
        return create(DEFAULT_MAXIMUM);
    }

    /**
     * Creates an empty registry.
     *
     * @param maximum how many policies it holds at most, at least 1
     * @return a new registry
     * @throws IllegalArgumentException if the maximum is below 1
     */
    public static Registry create(int maximum) {
        if (maximum < 1) {
            throw new IllegalArgumentException(
                    "maximum must be at least 1, was " + maximum + ": the default is " + DEFAULT_MAXIMUM);
        }
        return new Registry(maximum);
    }

    /**
     * Registers a policy of this library under its name and kind.
     *
     * @param <P> the type of the policy
     * @param policy a bulkhead, timeout, circuit breaker or pipeline
     * @return the policy, or the one of the same name and settings that was registered before
     * @throws IllegalArgumentException if the name is taken by a policy with other settings, or the policy is of a kind
     *     that is not known here
     * @throws IllegalStateException if the registry is full
     */
    public <P extends Policy> P register(P policy) {
        Objects.requireNonNull(policy, "policy must not be null");
        return register(kindOf(policy), policy);
    }

    /**
     * Registers a policy as of a kind of its own, for instance the bulkhead of a connection pool as {@code jdbc}.
     *
     * @param <P> the type of the policy
     * @param kind what meters tag it with; one of a few constants; must not be blank
     * @param policy the policy
     * @return the policy, or the one of the same kind, name and settings that was registered before
     * @throws IllegalArgumentException if the name is taken by a policy with other settings, or the kind is blank
     * @throws IllegalStateException if the registry is full
     */
    public <P extends Policy> P register(String kind, P policy) {
        Objects.requireNonNull(policy, "policy must not be null");
        if (kind.isBlank()) {
            throw new IllegalArgumentException("kind must not be blank, was \"" + kind + "\": jdbc, for instance");
        }
        var entry = new Registered(kind, policy.name(), policy);
        Registered before = put(entry);
        if (before != null) {
            return same(before, entry, policy);
        }
        tell(new Added(entry));
        if (policy instanceof ThreadPoolBulkhead pool) {
            var unused = pool.whenClosed().thenRun(() -> remove(pool));
        }
        return policy;
    }

    private @Nullable Registered put(Registered entry) {
        lock.lock();
        try {
            Registered before = entries.get(keyOf(entry));
            if (before == null) {
                if (entries.size() >= maximum) {
                    throw new IllegalStateException("The registry is full: it holds " + entries.size()
                            + " policies, its maximum, and refused '" + entry.name()
                            + "'. Names must be few and fixed, not made of users or requests;"
                            + " use Registry.create(maximum) if you need more");
                }
                entries.put(keyOf(entry), entry);
            }
            return before;
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("unchecked") // of the same class
    private static <P extends Policy> P same(Registered before, Registered entry, P policy) {
        Policy there = before.policy();
        if (before.kind().equals(entry.kind())
                && there.getClass() == policy.getClass()
                && there.configuration().equals(policy.configuration())) {
            return (P) there;
        }
        throw new IllegalArgumentException("'" + entry.name() + "' is registered already with other settings: "
                + before.kind() + " " + there.configuration() + ", not " + entry.kind() + " " + policy.configuration()
                + ". Use one definition for the name, or another name");
    }

    /**
     * Removes a policy. Its calls are not affected.
     *
     * @param policy the policy
     * @return whether it was registered
     */
    @SuppressWarnings("ReferenceEquality") // that very policy
    public boolean remove(Policy policy) {
        Objects.requireNonNull(policy, "policy must not be null");
        Registered removed = null;
        lock.lock();
        try {
            for (Registered entry : entries.values()) {
                if (entry.policy() == policy) {
                    removed = entry;
                }
            }
            if (removed != null) {
                entries.remove(keyOf(removed));
            }
        } finally {
            lock.unlock();
        }
        if (removed != null) {
            tell(new Removed(removed));
        }
        return removed != null;
    }

    /**
     * Returns the policy of a type and name.
     *
     * @param <P> the type of the policy
     * @param type for instance {@code Bulkhead.class}; {@code Policy.class} for any
     * @param name the name
     * @return the policy
     * @throws IllegalArgumentException if there is none, or more than one
     */
    public <P extends Policy> P get(Class<P> type, String name) {
        return find(type, name).orElseThrow(() -> new IllegalArgumentException(missing(type, name)));
    }

    private String missing(Class<? extends Policy> type, String name) {
        List<String> names = entries().stream()
                .filter(entry -> type.isInstance(entry.policy()))
                .map(Registered::name)
                .toList();
        String what = "No " + type.getSimpleName() + " is registered as '" + name + "'";
        return names.isEmpty()
                ? what + ", nor any other"
                : what + ". Did you mean '" + Spelling.nearest(name, names).orElseThrow() + "'? There are "
                        + String.join(", ", names);
    }

    /**
     * Returns the policy of a type and name, if there is one.
     *
     * @param <P> the type of the policy
     * @param type for instance {@code Bulkhead.class}; {@code Policy.class} for any
     * @param name the name
     * @return the policy, or empty
     * @throws IllegalArgumentException if there is more than one, of different kinds
     */
    public <P extends Policy> Optional<P> find(Class<P> type, String name) {
        List<Registered> found = entries().stream()
                .filter(entry -> entry.name().equals(name) && type.isInstance(entry.policy()))
                .toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException("'" + name + "' names several policies: "
                    + found.stream().map(Registered::kind).collect(Collectors.joining(", "))
                    + ". Ask for a narrower type than " + type.getSimpleName() + ", or look through entries()");
        }
        return found.stream().map(entry -> type.cast(entry.policy())).findFirst();
    }

    /**
     * Returns everything that is registered now, in the order in which it was.
     *
     * @return an immutable copy
     */
    public List<Registered> entries() {
        lock.lock();
        try {
            return List.copyOf(entries.values());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a listener for what changes from now on.
     *
     * @param listener told on the thread that makes the change, after it; what it throws is logged and dropped
     * @return takes it out again
     */
    public Subscription listen(Consumer<? super RegistryEvent> listener) {
        Objects.requireNonNull(listener, "listener must not be null");
        var listening = new Listening(listener, new FaultLog());
        listeners.add(listening);
        return () -> listeners.remove(listening);
    }

    private void tell(RegistryEvent event) {
        for (Listening one : listeners) {
            try {
                one.listener.accept(event);
            } catch (Throwable fault) {
                one.log.report("A listener of the registry failed and was ignored", one.listener, fault);
            }
        }
    }

    private static Key keyOf(Registered entry) {
        return switch (entry.kind()) {
            case "semaphore", "thread-pool", "virtual" -> new Key("bulkhead", entry.name());
            default -> new Key(entry.kind(), entry.name());
        };
    }

    private static String kindOf(Policy policy) {
        return switch (policy) {
            case Bulkhead bulkhead -> "semaphore";
            case ThreadPoolBulkhead pool -> pool.usesVirtualThreads() ? "virtual" : "thread-pool";
            case Timeout timeout -> "timeout";
            case CircuitBreaker breaker -> "circuit-breaker";
            case Pipeline pipeline -> "pipeline";
            default ->
                throw new IllegalArgumentException("The kind of '" + policy.name() + "' ("
                        + policy.getClass().getName() + ") is not known: use register(kind, policy)");
        };
    }
}
