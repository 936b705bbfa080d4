// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.watertight.ObservablePolicy;
import io.watertight.Subscription;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import io.watertight.timeout.Timeout;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The meters of every policy in a {@link Registry}: of those that are there when it is bound, and of those that come
 * later, until they are removed.
 *
 * <pre>{@code
 * Registry registry = Registry.create();
 * WatertightMeters.of(registry).bindTo(new SimpleMeterRegistry());
 * }</pre>
 *
 * <p>All meters carry the tags {@code name} and {@code kind}; their names begin with {@code watertight.}. Counters count
 * every call since the binding, whether or not anybody scraped meanwhile; gauges show the moment of the scrape. A scrape
 * takes no lock that a call could wait for.
 *
 * <p><b>Cost:</b> a permitted call counts three numbers and reads the clock twice. With {@linkplain
 * #withPercentileHistograms histograms} it records into two timers as well.
 *
 * <p>Safe for use by any number of threads. A policy that is not one of the library's own has no meters.
 */
public final class WatertightMeters implements MeterBinder, AutoCloseable {
    private final Registry registry;
    private final boolean histograms;
    private final List<RegistryMirror> bound = new CopyOnWriteArrayList<>();

    private WatertightMeters(Registry registry, boolean histograms) {
        this.registry = registry;
        this.histograms = histograms;
    }

    /**
     * Creates a binder.
     *
     * @param registry whose policies are measured
     * @return a binder without histograms
     */
    public static WatertightMeters of(Registry registry) {
        return new WatertightMeters(
                Objects.requireNonNull(registry, "registry must not be null: use Registry.create()"), false);
    }

    /**
     * Returns a binder whose timers of wait and hold keep histograms, for percentiles over all instances of a service.
     *
     * @param on true for histograms, which cost about 140 time series for each bulkhead; the default is false: count and
     *     sum only
     * @return a new binder, bound to nothing yet
     */
    public WatertightMeters withPercentileHistograms(boolean on) {
        return new WatertightMeters(registry, on);
    }

    /**
     * Registers the meters, now and for every policy to come, until this binder is closed.
     *
     * @param meters where to; binding to several is fine
     */
    @Override
    public void bindTo(MeterRegistry meters) {
        Objects.requireNonNull(meters, "meters must not be null");
        bound.add(new RegistryMirror(registry, entry -> measure(meters, entry)));
    }

    /** Stops counting and removes the meters. */
    @Override
    public void close() {
        bound.forEach(RegistryMirror::close);
        bound.clear();
    }

    private Subscription measure(MeterRegistry meters, Registered entry) {
        return switch (entry.policy()) {
            case Bulkhead bulkhead -> started(new BulkheadMeters(meters, entry, bulkhead, histograms), bulkhead);
            case ThreadPoolBulkhead pool -> started(new PoolMeters(meters, entry, pool, histograms), pool);
            case Timeout timeout -> started(new TimeoutMeters(meters, entry), timeout);
            case CircuitBreaker breaker -> started(new BreakerMeters(meters, entry, breaker), breaker);
            default -> () -> {}; // a pipeline: its parts have meters of their own
        };
    }

    private static Subscription started(PolicyMeters policyMeters, ObservablePolicy policy) {
        Subscription observing = policy.observe(policyMeters);
        return () -> {
            observing.close();
            policyMeters.remove();
        };
    }
}
