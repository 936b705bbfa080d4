// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import io.watertight.ContextPropagator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Carries all that Micrometer's context propagation knows of from the caller to the thread that runs its operation: the
 * logging keys (MDC), the current observation, the security context, and every registered thread-local.
 *
 * <pre>{@code
 * static final ThreadPoolBulkhead INVENTORY = ThreadPoolBulkhead.of("inventory", 40)
 *         .withContextPropagator(MicrometerContext.propagator());
 *
 * Stock stock(String sku) throws IOException {
 *     return INVENTORY.call(() -> client.fetch(sku));
 * }
 * }</pre>
 *
 * <p><b>What is carried</b> is what has a {@code ThreadLocalAccessor} in the {@link ContextRegistry} when the call is
 * made. Many libraries bring theirs and it is found by itself: Micrometer's observations, Spring Security from 6.5 on.
 * Others are registered once at start-up, a thread-local of yours by {@link
 * ContextRegistry#registerThreadLocalAccessor(String, ThreadLocal)}. What has no accessor is not carried, and nobody can
 * say so: a thread-local cannot be found from outside.
 *
 * <p><b>All or none.</b> The values are opened one after the other and closed in reverse, each on its own. If an accessor
 * throws while its value is captured or set, the call fails with what it threw, its operation is not started, and the
 * values set before are taken back. If it throws while a value is restored, the others are restored all the same.
 *
 * <p><b>Not promised:</b> the values are those of the moment of the call, and the objects themselves are not copied; what
 * both threads change must be safe for that. How well one value is restored is up to its accessor.
 */
public final class MicrometerContext {
    private static final ContextSnapshotFactory GLOBAL = clearing(ContextRegistry.getInstance());
    private static final ContextSnapshotFactory MDC =
            clearing(new ContextRegistry().registerThreadLocalAccessor(new Slf4jThreadLocalAccessor()));

    private MicrometerContext() {}

    /**
     * Returns the propagator of everything in the {@linkplain ContextRegistry#getInstance() global registry}, and of
     * SLF4J's MDC.
     *
     * <p>The MDC is carried whole if SLF4J is there, although nothing registers it by itself; an accessor registered as
     * {@link Slf4jThreadLocalAccessor#KEY}, for instance for some of its keys, takes precedence. What the caller has no
     * value for is cleared on the other thread for the time of the call.
     *
     * @return a propagator; accessors that are registered later count from then on
     */
    public static ContextPropagator propagator() {
        ContextPropagator registered = propagator(GLOBAL);
        return slf4jIsThere() ? ContextPropagator.all(registered, mdcUnlessRegistered()) : registered;
    }

    /**
     * Returns the propagator of what this factory captures: another registry, or some keys only.
     *
     * <p>Build it with {@code clearMissing(true)}. Micrometer's default is false, and then a value that the caller does
     * not have is not cleared: the operation sees the worker's own.
     *
     * @param snapshots captures the context of a thread
     * @return a propagator
     */
    public static ContextPropagator propagator(ContextSnapshotFactory snapshots) {
        Objects.requireNonNull(
                snapshots, "snapshots must not be null: use propagator() for everything in the global registry");
        return () -> ContextPropagator.all(values(snapshots.captureAll())).capture();
    }

    /**
     * A propagator for each value. A snapshot opened as a whole is not taken back when an accessor throws half-way, and
     * stops at the first that throws when it is closed.
     */
    private static ContextPropagator[] values(ContextSnapshot caller) {
        List<ContextPropagator> values = new ArrayList<>();
        caller.setThreadLocals(key -> {
                    values.add(() -> () -> caller.setThreadLocals(key::equals)::close);
                    return false; // asks for the keys, sets nothing
                })
                .close();
        return values.toArray(ContextPropagator[]::new);
    }

    private static ContextPropagator mdcUnlessRegistered() {
        ContextPropagator mdc = propagator(MDC);
        return () -> (mdcIsRegistered() ? ContextPropagator.none() : mdc).capture();
    }

    private static boolean mdcIsRegistered() {
        return ContextRegistry.getInstance().getThreadLocalAccessors().stream()
                .anyMatch(accessor -> Slf4jThreadLocalAccessor.KEY.equals(accessor.key()));
    }

    private static boolean slf4jIsThere() {
        try {
            Class.forName("org.slf4j.MDC", false, Slf4jThreadLocalAccessor.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException noSlf4j) {
            return false;
        }
    }

    private static ContextSnapshotFactory clearing(ContextRegistry registry) {
        return ContextSnapshotFactory.builder()
                .contextRegistry(registry)
                .clearMissing(true)
                .build();
    }
}
