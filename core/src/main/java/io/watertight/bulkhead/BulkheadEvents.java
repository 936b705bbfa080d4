// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.bulkhead.BulkheadEvent.Finished;
import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.bulkhead.BulkheadEvent.Rejected;
import io.watertight.bulkhead.BulkheadEvent.TimedOut;
import io.watertight.listener.Listeners;
import java.time.Clock;
import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * Tells a bulkhead's listeners. A kind of event that nobody listens to costs one field read: no object, no clock read.
 */
final class BulkheadEvents {
    private final String name;
    private final Clock clock;
    private final IntSupplier activeCalls;
    private final Listeners<Permitted> permitted;
    private final Listeners<Rejected> rejected;
    private final Listeners<Finished> finished;
    private final Listeners<TimedOut> timedOut;

    BulkheadEvents(String name, Clock clock, Listeners<BulkheadEvent> listeners, IntSupplier activeCalls) {
        this.name = name;
        this.clock = clock;
        this.activeCalls = activeCalls;
        this.permitted = listeners.of(Permitted.class);
        this.rejected = listeners.of(Rejected.class);
        this.finished = listeners.of(Finished.class);
        this.timedOut = listeners.of(TimedOut.class);
    }

    /** Whether anybody wants to know how long a call waited. */
    boolean wantPermitted() {
        return !permitted.isEmpty();
    }

    /** Tells of the grant and returns when it was, for {@link #finished}; 0 where nobody will ask. */
    long permitted(long waitedNanos) {
        if (!permitted.isEmpty()) {
            permitted.fire(
                    name,
                    () -> new Permitted(clock.instant(), name, activeCalls.getAsInt(), Duration.ofNanos(waitedNanos)));
        }
        return finished.isEmpty() ? 0 : System.nanoTime();
    }

    void rejected(int maxConcurrentCalls, Duration maxWait) {
        if (!rejected.isEmpty()) {
            rejected.fire(name, () -> new Rejected(clock.instant(), name, maxConcurrentCalls, maxWait));
        }
    }

    void finished(long permittedAt) {
        if (!finished.isEmpty()) {
            Duration held = Duration.ofNanos(System.nanoTime() - permittedAt);
            finished.fire(name, () -> new Finished(clock.instant(), name, activeCalls.getAsInt(), held));
        }
    }

    void timedOut(Duration timeout, boolean started) {
        if (!timedOut.isEmpty()) {
            timedOut.fire(name, () -> new TimedOut(clock.instant(), name, timeout, started));
        }
    }
}
