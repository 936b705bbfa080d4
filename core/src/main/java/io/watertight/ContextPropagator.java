// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries the caller's context (logging keys, security, tracing, any thread-local) across a change of thread.
 *
 * <p>Three steps: {@link #capture()} on the caller's thread when the call is made; {@link Snapshot#open()} on the thread
 * that runs the operation, just before it; {@link Scope#close()} on that same thread just after, which gives the thread
 * back whatever it had before.
 *
 * <pre>{@code
 * static final ThreadLocal<String> REQUEST_ID = new ThreadLocal<>();
 *
 * ContextPropagator requestId() {
 *     return ContextPropagator.ofThreadLocal(REQUEST_ID);
 * }
 * }</pre>
 *
 * <p>A propagator is called from many threads at once. If {@code capture} or {@code open} throws, the call fails with
 * what it threw and its operation is not started: running it without its security context would be worse. What {@code
 * close} throws is logged and dropped.
 */
@FunctionalInterface
public interface ContextPropagator {
    /**
     * Captures the context of the calling thread.
     *
     * @return what to open on the other thread; may be opened any number of times, also at once
     */
    Snapshot capture();

    /** The context of a caller, ready to be opened on another thread. */
    @FunctionalInterface
    interface Snapshot {
        /**
         * Makes this the context of the calling thread.
         *
         * @return gives the thread its former context back
         */
        Scope open();
    }

    /** The time during which a thread has the context of another; closed on the thread that opened it. */
    @FunctionalInterface
    interface Scope extends AutoCloseable {
        /** Restores what the thread had before. */
        @Override
        void close();
    }

    /**
     * Returns a propagator that carries nothing; the default everywhere.
     *
     * @return the propagator of no context
     */
    static ContextPropagator none() {
        return NoContext.INSTANCE;
    }

    /**
     * Returns a propagator for one thread-local. A caller without a value clears the worker's for the time of the call.
     *
     * @param <T> the type of the value
     * @param local what to carry
     * @return a propagator of that thread-local
     */
    static <T extends @Nullable Object> ContextPropagator ofThreadLocal(ThreadLocal<T> local) {
        Objects.requireNonNull(local, "local must not be null");
        return () -> {
            T captured = local.get();
            return () -> {
                T former = local.get();
                NoContext.set(local, captured);
                return () -> NoContext.set(local, former);
            };
        };
    }

    /**
     * Returns a propagator that carries all of these, opened in this order and closed in reverse.
     *
     * @param propagators what to combine
     * @return the combination
     */
    static ContextPropagator all(ContextPropagator... propagators) {
        List<ContextPropagator> parts = List.of(propagators);
        return () -> {
            List<Snapshot> snapshots =
                    parts.stream().map(ContextPropagator::capture).toList();
            return () -> NoContext.openAll(snapshots);
        };
    }
}
