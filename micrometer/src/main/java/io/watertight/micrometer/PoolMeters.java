// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.registry.Registered;
import java.util.concurrent.atomic.LongAdder;

/** The meters of a thread-pool bulkhead: those of every bulkhead, its queue, and its timeout. */
final class PoolMeters extends BulkheadMeters {
    private final LongAdder timedOutQueued;
    private final LongAdder timedOutRunning;
    private final LongAdder straggled = new LongAdder();

    PoolMeters(MeterRegistry meters, Registered entry, ThreadPoolBulkhead pool, boolean histograms) {
        super(
                meters,
                entry,
                histograms,
                pool.maxConcurrentCalls(),
                pool::activeCalls,
                Rejection.QUEUE_FULL,
                Rejection.CLOSED);
        gauge(MeterName.BULKHEAD_QUEUED, pool::queuedCalls);
        timedOutQueued = counter(MeterName.BULKHEAD_TIMEOUTS, "queued");
        timedOutRunning = counter(MeterName.BULKHEAD_TIMEOUTS, "running");
        gauge(MeterName.BULKHEAD_STRAGGLERS, () -> left(timedOutRunning, straggled));
    }

    /** How many of those that ran on have not ended; the two are read one after the other, so never below 0. */
    static long left(LongAdder ranOn, LongAdder ended) {
        long gone = ended.sum();
        return Math.max(0, ranOn.sum() - gone);
    }

    @Override
    public void timedOut(boolean running) {
        (running ? timedOutRunning : timedOutQueued).increment();
    }

    @Override
    public void straggled(long nanos) {
        straggled.increment();
    }
}
