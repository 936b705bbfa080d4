// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.registry.Registered;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** The meters of a circuit breaker. */
final class BreakerMeters extends PolicyMeters {
    private final LongAdder success;
    private final LongAdder slowSuccess;
    private final LongAdder failure;
    private final LongAdder slowFailure;
    private final LongAdder rejected;

    BreakerMeters(MeterRegistry meters, Registered entry, CircuitBreaker breaker) {
        super(meters, entry);
        for (State state : State.values()) {
            Tags tag = Tags.of("state", state.name().toLowerCase(Locale.ROOT));
            gauge(MeterName.BREAKER_STATE, tag, () -> breaker.state() == state ? 1 : 0);
        }
        success = counter(MeterName.BREAKER_CALLS, "success");
        slowSuccess = counter(MeterName.BREAKER_CALLS, "slow_success");
        failure = counter(MeterName.BREAKER_CALLS, "failure");
        slowFailure = counter(MeterName.BREAKER_CALLS, "slow_failure");
        rejected = counter(MeterName.BREAKER_CALLS, BulkheadMeters.outcome(Rejection.OPEN));
    }

    @Override
    public void judged(boolean failed, boolean slow) {
        LongAdder count = failed ? (slow ? slowFailure : failure) : (slow ? slowSuccess : success);
        count.increment();
    }

    @Override
    public void rejected(Rejection reason, long nanos) {
        rejected.increment();
    }
}
