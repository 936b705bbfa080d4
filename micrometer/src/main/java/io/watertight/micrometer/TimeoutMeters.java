// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.watertight.registry.Registered;
import java.util.concurrent.atomic.LongAdder;

/** The meters of a timeout. */
final class TimeoutMeters extends PolicyMeters {
    private final LongAdder inTime;
    private final LongAdder timedOut;
    private final LongAdder abandoned = new LongAdder();
    private final LongAdder straggled = new LongAdder();

    TimeoutMeters(MeterRegistry meters, Registered entry) {
        super(meters, entry);
        inTime = counter(MeterName.TIMEOUT_CALLS, "in_time");
        timedOut = counter(MeterName.TIMEOUT_CALLS, "timed_out");
        gauge(MeterName.TIMEOUT_STRAGGLERS, () -> PoolMeters.left(abandoned, straggled));
    }

    @Override
    public void finished(long nanos) {
        inTime.increment();
    }

    @Override
    public void timedOut(boolean running) {
        timedOut.increment();
        if (running) {
            abandoned.increment();
        }
    }

    @Override
    public void straggled(long nanos) {
        straggled.increment();
    }
}
