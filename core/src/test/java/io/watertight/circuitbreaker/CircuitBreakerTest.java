// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.watertight.CallRejectedException;
import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Finished;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Rejected;
import io.watertight.circuitbreaker.CircuitBreakerEvent.StateChanged;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options, events, the exception, and faults in what the user gives it. */
class CircuitBreakerTest {
    private static final CircuitBreaker STANDARD = CircuitBreaker.of("inventory");

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void refusesABlankName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CircuitBreaker.fromConfiguration(name))
                .withMessage(
                        "name must not be blank, was \"" + name + "\": name the circuit breaker after its dependency");
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(
                        b -> b.withWindow(0),
                        "window of circuit breaker 'inventory' must be from 1 to 1000000 calls, was 0:"
                                + " use a window of time to look further back"),
                refused(b -> b.withWindow(1_000_001), "was 1000001"),
                refused(
                        b -> b.withWindow(Duration.ZERO),
                        "window of circuit breaker 'inventory' must be positive, was PT0S:"
                                + " use for instance Duration.ofMinutes(1)"),
                refused(b -> b.withMinimumCalls(0), "must be from 1 to the 100 calls of the window, was 0"),
                refused(
                        b -> b.withMinimumCalls(101),
                        "minimumCalls of circuit breaker 'inventory' must be from 1 to the 100 calls of the window, was 101:"
                                + " above the window it would never open; set the window first"),
                refused(b -> b.withMinimumCalls(50).withWindow(49), "the 49 calls of the window, was 50"),
                refused(b -> b.withWindow(Duration.ofSeconds(1)).withMinimumCalls(-1), "must be at least 1, was -1"),
                refused(
                        b -> b.withFailureRateThreshold(50),
                        "failureRateThreshold of circuit breaker 'inventory' must be above 0 and at most 1, was 50.0:"
                                + " 0.5 stands for half of the calls"),
                refused(b -> b.withFailureRateThreshold(0), "was 0.0"),
                refused(b -> b.withFailureRateThreshold(Double.NaN), "was NaN"),
                refused(b -> b.withSlowCallDuration(Duration.ZERO), "at zero every call would be slow"),
                refused(b -> b.withSlowCallDuration(Duration.ofSeconds(1)).withSlowCallRateThreshold(1.1), "was 1.1"),
                refused(
                        b -> b.withSlowCallRateThreshold(0.5),
                        "slowCallRateThreshold of circuit breaker 'inventory' was 0.5, but without a slowCallDuration no"
                                + " call is slow: set withSlowCallDuration first"),
                refused(b -> b.withOpenDuration(Duration.ofSeconds(-1)), "must be positive, was PT-1S"),
                refused(b -> b.withTrialCalls(0), "was 0: without a trial it would never close"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesWhatCannotWork(UnaryOperator<CircuitBreaker> option, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option.apply(STANDARD))
                .withMessageContaining(message)
                .withMessageContaining("'inventory'");
    }

    private static Arguments refused(UnaryOperator<CircuitBreaker> option, String message) {
        return Arguments.of(option, message);
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a null checker does
    void refusesNull() {
        assertThatNullPointerException()
                .isThrownBy(() -> CircuitBreaker.of(null))
                .withMessageContaining("name");
        List<UnaryOperator<CircuitBreaker>> options = List.of(
                b -> b.withWindow(null),
                b -> b.withSlowCallDuration(null),
                b -> b.withOpenDuration(null),
                b -> b.withFailurePredicate(null),
                b -> b.withListener(null),
                b -> b.withListener(null, event -> {}),
                b -> b.withClock(null));
        assertThat(options)
                .allSatisfy(option -> assertThatNullPointerException()
                        .isThrownBy(() -> option.apply(STANDARD))
                        .withMessageContaining("must not be null"));
        assertThatNullPointerException().isThrownBy(() -> STANDARD.call(null)).withMessageContaining("operation");
        assertThatNullPointerException().isThrownBy(() -> STANDARD.run(null)).withMessageContaining("action");
        assertThatNullPointerException()
                .isThrownBy(() -> STANDARD.callAsync(null))
                .withMessageContaining("operation");
    }

    @Test
    void aWitherReturnsAnIndependentClosedOne() {
        CircuitBreaker open = STANDARD.withWindow(1);
        Calls.fail(open, 1);
        List<CircuitBreaker> derived = List.of(
                open.withWindow(1),
                open.withWindow(Duration.ofSeconds(1)),
                open.withMinimumCalls(1),
                open.withFailureRateThreshold(0.1),
                open.withSlowCallDuration(Duration.ofSeconds(1)),
                open.withOpenDuration(Duration.ofSeconds(1)),
                open.withTrialCalls(1),
                open.withFailurePredicate(failure -> true),
                open.withListener(event -> {}),
                open.withClock(new HandClock()),
                open.withStackTraces(true));
        assertThat(derived).allSatisfy(one -> {
            assertThat(one).isNotSameAs(open);
            assertThat(one.name()).isEqualTo("inventory");
            assertThat(one.state()).isEqualTo(State.CLOSED);
        });
        assertThat(open.state()).isEqualTo(State.OPEN);
        assertThat(open).hasToString("CircuitBreaker[inventory: OPEN, 1 calls, 1 failures, 0 slow]");
    }

    @Test
    void tellsWhatHappens() {
        var clock = new HandClock();
        var heard = new ArrayList<CircuitBreakerEvent>();
        CircuitBreaker breaker = STANDARD.withWindow(1)
                .withTrialCalls(1)
                .withOpenDuration(Duration.ofSeconds(1))
                .withClock(clock)
                .withListener(heard::add);
        Calls.fail(breaker, 1);
        Calls.rejected(breaker);
        clock.advance(Duration.ofSeconds(1));
        Calls.slow(breaker, clock, Duration.ofSeconds(2), 1);
        Instant start = Instant.EPOCH;
        Instant trial = start.plusSeconds(1);
        Instant end = start.plusSeconds(3);
        assertThat(heard)
                .containsExactly(
                        new StateChanged(start, "inventory", State.CLOSED, State.OPEN),
                        new Finished(start, "inventory", Outcome.FAILURE, Duration.ZERO),
                        new Rejected(start, "inventory", Duration.ofSeconds(1)),
                        new StateChanged(trial, "inventory", State.OPEN, State.HALF_OPEN),
                        new StateChanged(end, "inventory", State.HALF_OPEN, State.CLOSED),
                        new Finished(end, "inventory", Outcome.SUCCESS, Duration.ofSeconds(2)));
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        CircuitBreaker breaker = STANDARD.withWindow(1).withListener(event -> {
            throw new AssertionError("listener");
        });
        assertThat(breaker.call(() -> "result")).isEqualTo("result");
        assertThat(breaker.callAsync(() -> CompletableFuture.completedFuture("async")))
                .isCompletedWithValue("async");
        Calls.fail(breaker, 1);
        assertThat(Calls.rejected(breaker)).isNotNull();
    }

    @Test
    void theExceptionIsARejectionWithoutAStackTraceUnlessAskedFor() throws Exception {
        CircuitBreaker breaker = STANDARD.withWindow(1);
        Calls.fail(breaker, 1);
        CircuitBreakerOpenException open = Calls.rejected(breaker);
        assertThat(open).isInstanceOf(CallRejectedException.class);
        assertThat(open.name()).isEqualTo("inventory");
        assertThat(open.state()).isEqualTo(State.OPEN);
        assertThat(open.failureRate()).isEqualTo(1);
        assertThat(open.slowCallRate()).isZero();
        assertThat(open.retryAfter()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
        assertThat(open.getStackTrace()).isEmpty();

        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(open);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            var copy = (CircuitBreakerOpenException) in.readObject();
            assertThat(copy).hasMessage(open.getMessage());
            assertThat(copy.retryAfter()).isEqualTo(open.retryAfter());
        }

        CircuitBreaker traced = breaker.withStackTraces(true);
        Calls.fail(traced, 1);
        assertThat(Calls.rejected(traced).getStackTrace()).isNotEmpty();
    }

    @Test
    void aClockThatFailsAfterACallDoesNotChangeItsResult() {
        var clock = new HandClock();
        CircuitBreaker breaker =
                STANDARD.withSlowCallDuration(Duration.ofSeconds(1)).withClock(clock);
        assertThat(breaker.<String, RuntimeException>call(() -> {
                    clock.breakDown();
                    return "result";
                }))
                .isEqualTo("result");
        assertThat(breaker).hasToString("CircuitBreaker[inventory: CLOSED, 1 calls, 0 failures, 0 slow]");
    }

    @Test
    void aClockThatFailsBeforeACallFailsIt() {
        var clock = new HandClock();
        clock.breakDown();
        CircuitBreaker breaker =
                STANDARD.withSlowCallDuration(Duration.ofSeconds(1)).withClock(clock);
        CompletableFuture<String> call = breaker.callAsync(() -> {
            throw new AssertionError("started");
        });
        assertThat(call.exceptionNow()).isInstanceOf(UnsupportedOperationException.class);
    }
}
