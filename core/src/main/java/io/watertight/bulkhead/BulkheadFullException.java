// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.CallObserver.Rejection;
import io.watertight.CallRejectedException;
import java.io.Serial;
import java.time.Duration;

/**
 * Says that a bulkhead had no room for a call: no permit became free within the call's max wait.
 *
 * <p>Cheap by design, since it is thrown most when there is least to spare: the message is built when it is asked for,
 * and there is no stack trace unless the bulkhead was made {@link Bulkhead#withStackTraces withStackTraces(true)}.
 */
public final class BulkheadFullException extends CallRejectedException {
    /** Why there was no room. */
    public enum Reason {
        /** Every permit was taken, and the bulkhead does not let calls wait. */
        NO_PERMIT(Rejection.FULL),
        /** As many calls were waiting as {@link Bulkhead#withMaxWaiting} allows. */
        TOO_MANY_WAITING(Rejection.TOO_MANY_WAITING),
        /** The call waited its max wait, and no permit became free. */
        WAIT_EXPIRED(Rejection.WAIT_EXPIRED),
        /** Every thread of a thread-pool bulkhead was taken, and every place of its queue. */
        QUEUE_FULL(Rejection.QUEUE_FULL);

        private final Rejection rejection;

        Reason(Rejection rejection) {
            this.rejection = rejection;
        }

        Rejection rejection() {
            return rejection;
        }
    }

    @Serial
    private static final long serialVersionUID = 1L;

    /** In the place of a wait: the call was not even to wait, but to be queued. */
    private static final long QUEUE_FULL = -1;

    // Just these fields: the exception stays within 64 bytes on a JVM with compressed pointers.

    /** The limit. */
    private final int maxConcurrentCalls;

    /** How long the call was prepared to wait. */
    private final Duration maxWait;

    /** Calls with a permit at the rejection. */
    private final int activeCalls;

    /** Calls waiting, or queued, at the rejection. */
    private final int waitingCalls;

    /** How long the call waited; 0 if it did not, -1 if it was to be queued. */
    private final long waitedNanos;

    /**
     * Made here, since the JIT compiles constructors of exceptions apart from their callers; this way it sees that the
     * object is new and needs no barrier for its fields.
     */
    static BulkheadFullException of(BulkheadSettings settings, int activeCalls, int waitingCalls, long waitedNanos) {
        return new BulkheadFullException(settings, activeCalls, waitingCalls, waitedNanos);
    }

    private BulkheadFullException(BulkheadSettings settings, int activeCalls, int waitingCalls, long waitedNanos) {
        super(settings.name(), null, settings.stackTraces());
        this.maxConcurrentCalls = settings.maxConcurrentCalls();
        this.maxWait = settings.maxWait();
        this.activeCalls = activeCalls;
        this.waitingCalls = waitingCalls;
        this.waitedNanos = waitedNanos;
    }

    static BulkheadFullException of(ThreadPoolSettings settings, int activeCalls, int queuedCalls) {
        return new BulkheadFullException(settings, activeCalls, queuedCalls);
    }

    private BulkheadFullException(ThreadPoolSettings settings, int activeCalls, int queuedCalls) {
        super(settings.name(), null, settings.stackTraces());
        this.maxConcurrentCalls = settings.maxConcurrentCalls();
        this.maxWait = Duration.ZERO;
        this.activeCalls = activeCalls;
        this.waitingCalls = queuedCalls;
        this.waitedNanos = QUEUE_FULL;
    }

    /**
     * Returns the limit of the bulkhead.
     *
     * @return how many calls may be active at once
     */
    public int maxConcurrentCalls() {
        return maxConcurrentCalls;
    }

    /**
     * Returns how long the call was prepared to wait.
     *
     * @return the max wait as it was configured; zero for fail fast
     */
    public Duration maxWait() {
        return maxWait;
    }

    /**
     * Returns how long the call did wait.
     *
     * @return the time between the failed first attempt and the rejection; zero if the call did not wait
     */
    public Duration waited() {
        return Duration.ofNanos(Math.max(0, waitedNanos));
    }

    /**
     * Returns why there was no room.
     *
     * @return the reason
     */
    public Reason reason() {
        if (waitedNanos > 0) {
            return Reason.WAIT_EXPIRED;
        }
        if (waitedNanos == QUEUE_FULL) {
            return Reason.QUEUE_FULL;
        }
        return maxWait.isZero() ? Reason.NO_PERMIT : Reason.TOO_MANY_WAITING;
    }

    /**
     * Returns what happened with the numbers of that moment: limit, active, waiting, waited, max wait.
     *
     * @return the message
     */
    @Override
    public String getMessage() {
        String why = switch (reason()) {
            case NO_PERMIT -> "fails fast";
            case QUEUE_FULL -> "no place left in the queue";
            case TOO_MANY_WAITING -> "no more may wait, max wait " + maxWait;
            case WAIT_EXPIRED -> "waited " + waited() + " of max wait " + maxWait;
        };
        return "Bulkhead '" + name() + "' is full: " + activeCalls + " of " + maxConcurrentCalls + " active, "
                + waitingCalls + (waitedNanos == QUEUE_FULL ? " queued, " : " waiting, ") + why;
    }
}
