// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.registry.Registered;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The meters of a bulkhead, whatever it is made of. */
class BulkheadMeters extends PolicyMeters {
    private final LongAdder permitted;
    private final Map<Rejection, LongAdder> rejected = new EnumMap<>(Rejection.class);
    private final LongAdder finished = new LongAdder();
    private final LongAdder waitedNanos = new LongAdder();
    private final LongAdder heldNanos = new LongAdder();
    private final @Nullable Timer wait;
    private final @Nullable Timer hold;

    /** The meters of a semaphore bulkhead, that in front of a connection pool included. */
    BulkheadMeters(MeterRegistry meters, Registered entry, Bulkhead bulkhead, boolean histograms) {
        this(
                meters,
                entry,
                histograms,
                bulkhead.maxConcurrentCalls(),
                bulkhead::activeCalls,
                Rejection.FULL,
                Rejection.TOO_MANY_WAITING,
                Rejection.WAIT_EXPIRED);
        gauge(MeterName.BULKHEAD_WAITING, bulkhead::waitingCalls);
    }

    BulkheadMeters(
            MeterRegistry meters,
            Registered entry,
            boolean histograms,
            int limit,
            IntSupplier active,
            Rejection... reasons) {
        super(meters, entry);
        gauge(MeterName.BULKHEAD_LIMIT, () -> limit);
        gauge(MeterName.BULKHEAD_ACTIVE, active::getAsInt);
        gauge(MeterName.BULKHEAD_SATURATION, () -> active.getAsInt() / (double) limit);
        permitted = counter(MeterName.BULKHEAD_CALLS, "permitted");
        for (Rejection reason : reasons) {
            rejected.put(reason, counter(MeterName.BULKHEAD_CALLS, outcome(reason)));
        }
        wait = histograms ? histogram(MeterName.BULKHEAD_WAIT) : null;
        hold = histograms ? histogram(MeterName.BULKHEAD_HOLD) : null;
        if (!histograms) {
            timer(MeterName.BULKHEAD_WAIT, permitted, waitedNanos);
            timer(MeterName.BULKHEAD_HOLD, finished, heldNanos);
        }
    }

    static String outcome(Rejection reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public final void permitted(long nanos) {
        permitted.increment();
        if (wait != null) {
            wait.record(nanos, TimeUnit.NANOSECONDS);
        } else if (nanos > 0) {
            waitedNanos.add(nanos);
        }
    }

    @Override
    public final void rejected(Rejection reason, long nanos) {
        LongAdder count = rejected.get(reason);
        if (count != null) {
            count.increment();
        }
    }

    @Override
    public final void finished(long nanos) {
        if (hold != null) {
            hold.record(nanos, TimeUnit.NANOSECONDS);
        } else {
            finished.increment();
            heldNanos.add(nanos);
        }
    }
}
