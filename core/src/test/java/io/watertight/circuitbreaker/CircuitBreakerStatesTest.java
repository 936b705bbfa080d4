// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static io.watertight.circuitbreaker.Calls.fail;
import static io.watertight.circuitbreaker.Calls.rejected;
import static io.watertight.circuitbreaker.Calls.slow;
import static io.watertight.circuitbreaker.Calls.succeed;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.contract.TestThreads;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When it opens, how long, and how it finds its way back. */
class CircuitBreakerStatesTest {
    private static final Duration OPEN = Duration.ofSeconds(30);

    private final HandClock clock = new HandClock();
    private final CircuitBreaker breaker = CircuitBreaker.of("inventory")
            .withWindow(10)
            .withOpenDuration(OPEN)
            .withTrialCalls(3)
            .withClock(clock);

    @Test
    void opensWhenTheFailureRateReachesItsThreshold() {
        succeed(breaker, 5);
        fail(breaker, 4);
        succeed(breaker, 1);
        assertThat(breaker.state()).as("4 of 10").isEqualTo(State.CLOSED);
        fail(breaker, 1);
        assertThat(breaker.state()).as("5 of 10, the oldest success is out").isEqualTo(State.OPEN);
    }

    @Test
    void doesNotOpenBeforeTheMinimumIsThere() {
        CircuitBreaker patient = breaker.withMinimumCalls(7);
        fail(patient, 6);
        assertThat(patient.state()).isEqualTo(State.CLOSED);
        succeed(patient, 1);
        assertThat(patient.state())
                .as("the seventh call completes the minimum, though it succeeds")
                .isEqualTo(State.OPEN);
    }

    @Test
    void theDefaultMinimumIsTwentyCalls() {
        CircuitBreaker standard = CircuitBreaker.of("inventory");
        fail(standard, 19);
        assertThat(standard.state()).isEqualTo(State.CLOSED);
        fail(standard, 1);
        assertThat(standard.state()).isEqualTo(State.OPEN);
        CircuitBreaker byTime = standard.withWindow(Duration.ofMinutes(1));
        fail(byTime, 19);
        assertThat(byTime.state()).isEqualTo(State.CLOSED);
        fail(byTime, 1);
        assertThat(byTime.state()).isEqualTo(State.OPEN);
    }

    @Test
    void aThresholdIsReachedExactlyWhereItsDecimalSaysSo() {
        CircuitBreaker exact = breaker.withWindow(100).withMinimumCalls(100).withFailureRateThreshold(0.07);
        fail(exact, 7);
        succeed(exact, 93);
        assertThat(exact.state()).as("7 of 100, though 0.07 * 100 > 7").isEqualTo(State.OPEN);
    }

    @Test
    void aSlowDependencyThatNeverErrsOpensIt() {
        CircuitBreaker sensitive =
                breaker.withSlowCallDuration(Duration.ofSeconds(1)).withSlowCallRateThreshold(0.5);
        slow(sensitive, clock, Duration.ofNanos(999_999_999), 5);
        slow(sensitive, clock, Duration.ofSeconds(1), 4);
        assertThat(sensitive.state()).isEqualTo(State.CLOSED);
        slow(sensitive, clock, Duration.ofSeconds(5), 1);
        assertThat(sensitive.state()).isEqualTo(State.OPEN);
        assertThat(rejected(sensitive))
                .hasMessage("Circuit breaker 'inventory' is open, the next trial in PT30S:"
                        + " opened by failure rate 0.000 (0 of 10 calls), slow-call rate 0.500 (5)");
    }

    @Test
    void byDefaultNoCallIsSlowAndTheSlowRateMeansAll() {
        slow(breaker, clock, Duration.ofDays(1), 20);
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        CircuitBreaker all = breaker.withSlowCallDuration(Duration.ofSeconds(1));
        slow(all, clock, Duration.ofSeconds(1), 9);
        succeed(all, 1);
        assertThat(all.state()).isEqualTo(State.CLOSED);
        slow(all, clock, Duration.ofSeconds(1), 10);
        assertThat(all.state()).isEqualTo(State.OPEN);
    }

    @Test
    void rejectsUntilTheOpenDurationIsOver() {
        fail(breaker, 10);
        assertThat(rejected(breaker).retryAfter()).isEqualTo(OPEN);
        clock.advance(Duration.ofNanos(29_999_999_999L));
        assertThat(rejected(breaker).retryAfter()).isEqualTo(Duration.ofNanos(1));
        assertThat(breaker.state()).isEqualTo(State.OPEN);
        clock.advance(Duration.ofNanos(1));
        assertThat(breaker.state()).as("nothing happens without a call").isEqualTo(State.OPEN);
        succeed(breaker, 1);
        assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    }

    @Test
    void aClockThatIsSetBackDoesNotMakeTheWaitLongerThanTheWhole() {
        fail(breaker, 10);
        clock.advance(Duration.ofDays(-1));
        assertThat(rejected(breaker).retryAfter()).isEqualTo(OPEN);
    }

    @Test
    void closesWithAnEmptyWindowWhenTheTrialsAreWell() {
        halfOpen();
        fail(breaker, 1);
        succeed(breaker, 2);
        assertThat(breaker.state()).as("1 of 3 trials failed").isEqualTo(State.CLOSED);
        fail(breaker, 9);
        assertThat(breaker.state()).as("9 calls are below the minimum of 10").isEqualTo(State.CLOSED);
        fail(breaker, 1);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test
    void opensAgainForTheWholeDurationWhenTheTrialsAreNotWell() {
        halfOpen();
        succeed(breaker, 1);
        fail(breaker, 1);
        assertThat(breaker.state()).as("2 of 3 trials do not decide").isEqualTo(State.HALF_OPEN);
        fail(breaker, 1);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
        var open = rejected(breaker);
        assertThat(open.retryAfter()).isEqualTo(OPEN);
        assertThat(open.failureRate()).isEqualTo(2.0 / 3);
    }

    @Test
    void slowTrialsOpenItAgain() {
        CircuitBreaker sensitive = breaker.withSlowCallDuration(Duration.ofSeconds(1));
        slow(sensitive, clock, Duration.ofSeconds(5), 10);
        clock.advance(OPEN);
        slow(sensitive, clock, Duration.ofSeconds(5), 3);
        assertThat(sensitive.state()).isEqualTo(State.OPEN);
    }

    @Test
    void whileHalfOpenEveryOtherCallIsRejected() {
        List<CompletableFuture<String>> trials = startTrials();
        var rejection = rejected(breaker);
        assertThat(rejection.state()).isEqualTo(State.HALF_OPEN);
        assertThat(rejection.retryAfter()).as("may be any moment").isZero();
        assertThat(rejection)
                .hasMessage("Circuit breaker 'inventory' is half-open, all 3 trial calls are under way:"
                        + " opened by failure rate 1.000 (10 of 10 calls), slow-call rate 0.000 (0)");
        trials.forEach(trial -> trial.complete("well"));
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void trialsThatDoNotEndAreFollowedByAsManyAfterTheOpenDuration() {
        List<CompletableFuture<String>> hung = startTrials();
        clock.advance(OPEN.minusNanos(1));
        rejected(breaker);
        clock.advance(Duration.ofNanos(1));
        succeed(breaker, 2);
        assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
        hung.getFirst().complete("slow, but there");
        assertThat(breaker.state())
                .as("the outcome of an earlier trial counts too")
                .isEqualTo(State.CLOSED);
    }

    @Test
    void aTimeWindowForgetsWhatIsOlder() {
        CircuitBreaker byTime = breaker.withWindow(Duration.ofSeconds(10)).withMinimumCalls(4);
        fail(byTime, 3);
        clock.advance(Duration.ofSeconds(10));
        fail(byTime, 3);
        assertThat(byTime.state()).as("3 calls in the window").isEqualTo(State.CLOSED);
        clock.advance(Duration.ofSeconds(8));
        fail(byTime, 1);
        assertThat(byTime.state()).isEqualTo(State.OPEN);
    }

    @Test
    void theLaterWindowReplacesTheEarlier() {
        CircuitBreaker byCalls = breaker.withWindow(Duration.ofSeconds(10)).withWindow(4);
        fail(byCalls, 2);
        clock.advance(Duration.ofDays(1));
        fail(byCalls, 2);
        assertThat(byCalls.state()).isEqualTo(State.OPEN);
    }

    @Test
    void underASystemClockRealTimeCounts() {
        CircuitBreaker real =
                breaker.withClock(Clock.system(ZoneOffset.ofHours(2))).withOpenDuration(Duration.ofNanos(1));
        fail(real, 10);
        TestThreads.eventually("a trial is let through", () -> {
            try {
                real.run(() -> {});
                return true;
            } catch (CircuitBreakerOpenException tooEarly) {
                return false;
            }
        });
        succeed(real, 2);
        assertThat(real.state()).isEqualTo(State.CLOSED);
    }

    private void halfOpen() {
        fail(breaker, 10);
        clock.advance(OPEN);
    }

    private List<CompletableFuture<String>> startTrials() {
        halfOpen();
        var trials = new ArrayList<CompletableFuture<String>>();
        for (int i = 0; i < 3; i++) {
            var stage = new CompletableFuture<String>();
            trials.add(stage);
            assertThat(breaker.callAsync(() -> stage)).isNotDone();
        }
        return trials;
    }
}
