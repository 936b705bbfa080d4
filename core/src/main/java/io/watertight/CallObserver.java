// SPDX-License-Identifier: Apache-2.0
package io.watertight;

/**
 * Hears what becomes of the calls of a live policy, as plain numbers: what meters are made of.
 *
 * <p>Unlike a listener, which belongs to the configuration and gets an event object with a time of day, an observer may
 * {@linkplain ObservablePolicy#observe come} and go while calls are under way, and costs no allocation. While there is
 * none, nothing is measured for it.
 *
 * <p>Its methods run on the thread of the call, with no lock of the library held, {@link #permitted} while the permit is
 * held. What they throw is logged and dropped. They must be safe for use by any number of threads.
 *
 * <p><b>Not promised:</b> a call that was under way when the observer came may be heard of at its end only, or not at all.
 */
public interface CallObserver {
    /** Why a call was rejected. */
    enum Rejection {
        /** Every permit was taken, and the call was not to wait. */
        FULL,
        /** As many calls were waiting as may. */
        TOO_MANY_WAITING,
        /** The call waited its max wait, and no permit became free. */
        WAIT_EXPIRED,
        /** Every thread of a thread-pool bulkhead was taken, and every place of its queue. */
        QUEUE_FULL,
        /** The policy was closed. */
        CLOSED,
        /** The circuit breaker was open, or half-open with all its trials under way. */
        OPEN
    }

    /**
     * A bulkhead let a call start.
     *
     * @param waitedNanos how long the call waited for its permit, or in the queue; 0 if it did not
     */
    default void permitted(long waitedNanos) {}

    /**
     * A call was rejected; its operation was never started.
     *
     * @param reason why
     * @param waitedNanos how long the call waited; 0 if it did not
     */
    default void rejected(Rejection reason, long waitedNanos) {}

    /**
     * A call that was let start has really ended; its permit is back.
     *
     * @param heldNanos how long it held the permit; for a timeout, how long an operation took that ended in time
     */
    default void finished(long heldNanos) {}

    /**
     * A call ran into its timeout.
     *
     * @param running whether its caller has gone while the operation still runs; {@link #straggled} follows then
     */
    default void timedOut(boolean running) {}

    /**
     * An operation that ran on after its timeout, without its caller, has really ended.
     *
     * @param nanos how long it ran in all
     */
    default void straggled(long nanos) {}

    /**
     * A circuit breaker counted a call. Not told of calls that say nothing of the dependency: rejected further inside,
     * interrupted or cancelled.
     *
     * @param failed whether it counts as failed
     * @param slow whether it took at least the slow-call duration
     */
    default void judged(boolean failed, boolean slow) {}
}
