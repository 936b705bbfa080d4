// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.watertight.Operation;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Finished;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Rejected;
import io.watertight.circuitbreaker.CircuitBreakerEvent.StateChanged;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Law 7: what is not used costs nothing. */
class CircuitBreakerCostTest {
    private static final int CALLS = 10_000;
    private static final Operation<String, RuntimeException> OPERATION = () -> "result";

    private final HandClock clock = new HandClock();
    private final CircuitBreaker breaker = CircuitBreaker.of("inventory").withClock(clock);

    @Test
    void noClockIsReadForACallThatNobodyTimes() {
        CircuitBreaker heard =
                breaker.withListener(StateChanged.class, change -> {}).withListener(Rejected.class, rejected -> {});
        assertThat(heard.call(OPERATION)).isEqualTo("result");
        assertThat(heard.callAsync(() -> CompletableFuture.completedFuture("async")))
                .isCompletedWithValue("async");
        Calls.fail(heard, 10);
        assertThat(clock.reads).hasValue(0);
    }

    @Test
    void aClockIsReadWhereItIsNeeded() {
        breaker.withWindow(Duration.ofSeconds(1)).call(OPERATION);
        assertThat(clock.reads).as("start and end, for the window").hasValue(2);
        breaker.withSlowCallDuration(Duration.ofSeconds(1)).call(OPERATION);
        assertThat(clock.reads).as("start and end, to see whether it is slow").hasValue(4);
        breaker.withListener(Finished.class, finished -> {}).call(OPERATION);
        assertThat(clock.reads).as("start, end and the event's timestamp").hasValue(7);
    }

    @Test
    void anAdmittedCallInGoodHealthAllocatesNothing() {
        assertThat(allocatedBy(CircuitBreaker.of("inventory"))).isLessThan(CALLS);
        assertThat(allocatedBy(CircuitBreaker.of("inventory").withSlowCallDuration(Duration.ofHours(1))))
                .isLessThan(CALLS);
    }

    @Test
    void theMeasurementSeesAnEvent() {
        assertThat(allocatedBy(breaker.withListener(event -> {}))).isGreaterThan(CALLS * 16L);
    }

    /** Less than a byte a call is none; what is left is the measurement's own. */
    private static long allocatedBy(CircuitBreaker breaker) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        breaker.call(OPERATION);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            breaker.call(OPERATION);
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
