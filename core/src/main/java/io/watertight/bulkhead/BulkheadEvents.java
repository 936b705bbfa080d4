// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.CallObserver.Rejection;
import io.watertight.bulkhead.BulkheadEvent.Finished;
import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.bulkhead.BulkheadEvent.Rejected;
import io.watertight.bulkhead.BulkheadEvent.TimedOut;
import io.watertight.listener.Listeners;
import io.watertight.listener.Observers;
import java.time.Clock;
import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * Tells a bulkhead's listeners and observers. A kind of event that nobody listens to costs a field read: no object, no clock
 * read.
 */
final class BulkheadEvents {
    private final String name;
    private final Clock clock;
    private final IntSupplier activeCalls;
    private final Listeners<Permitted> permitted;
    private final Listeners<Rejected> rejected;
    private final Listeners<Finished> finished;
    private final Listeners<TimedOut> timedOut;
    private final Observers observers;
    private final boolean quiet; // no listener hears of a call that was let start

    BulkheadEvents(String name, Clock clock, Listeners<BulkheadEvent> listeners, IntSupplier activeCalls) {
        this.name = name;
        this.clock = clock;
        this.activeCalls = activeCalls;
        this.permitted = listeners.of(Permitted.class);
        this.rejected = listeners.of(Rejected.class);
        this.finished = listeners.of(Finished.class);
        this.timedOut = listeners.of(TimedOut.class);
        this.observers = new Observers(name);
        this.quiet = permitted.isEmpty() && finished.isEmpty();
    }

    /** Whether anybody wants to know how long a call waited. */
    boolean wantPermitted() {
        return !permitted.isEmpty() || !observers.isEmpty();
    }

    Observers observers() {
        return observers;
    }

    /** Tells of the grant and returns when it was, for {@link #finished}; 0 where nobody will ask. */
    long permitted(long waitedNanos) {
        return quiet && observers.isEmpty() ? 0 : tellPermitted(waitedNanos); // short, so that it is inlined
    }

    private long tellPermitted(long waitedNanos) {
        if (!permitted.isEmpty()) {
            permitted.fire(
                    name,
                    () -> new Permitted(clock.instant(), name, activeCalls.getAsInt(), Duration.ofNanos(waitedNanos)));
        }
        observers.permitted(waitedNanos);
        return finished.isEmpty() && observers.isEmpty() ? 0 : nonZero(System.nanoTime());
    }

    private static long nonZero(long nanoTime) {
        return nanoTime == 0 ? 1 : nanoTime;
    }

    void rejected(int maxConcurrentCalls, Duration maxWait, Rejection reason, long waitedNanos) {
        if (!rejected.isEmpty()) {
            rejected.fire(name, () -> new Rejected(clock.instant(), name, maxConcurrentCalls, maxWait));
        }
        observers.rejected(reason, waitedNanos);
    }

    void finished(long permittedAt) {
        if (permittedAt != 0) {
            tellFinished(permittedAt);
        }
    }

    private void tellFinished(long permittedAt) {
        observers.finished(permittedAt);
        if (!finished.isEmpty()) {
            Duration held = Duration.ofNanos(System.nanoTime() - permittedAt);
            finished.fire(name, () -> new Finished(clock.instant(), name, activeCalls.getAsInt(), held));
        }
    }

    void timedOut(Duration timeout, boolean started) {
        if (!timedOut.isEmpty()) {
            timedOut.fire(name, () -> new TimedOut(clock.instant(), name, timeout, started));
        }
        if (!observers.isEmpty()) {
            observers.tell(observer -> observer.timedOut(started));
        }
    }

    /** A call that had timed out has ended at last; the nanoseconds count from its admission. */
    void straggled(long permittedAt) {
        if (!observers.isEmpty()) {
            long held = System.nanoTime() - permittedAt;
            observers.tell(observer -> observer.straggled(permittedAt == 0 ? 0 : held));
        }
    }
}
