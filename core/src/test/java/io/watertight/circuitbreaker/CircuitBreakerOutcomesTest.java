// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static io.watertight.circuitbreaker.Calls.fail;
import static io.watertight.circuitbreaker.Calls.failWith;
import static io.watertight.circuitbreaker.Calls.rejected;
import static io.watertight.circuitbreaker.Calls.succeed;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.CallRejectedException;
import io.watertight.ResilientException;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Finished;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a call counts as, blocking and asynchronous. */
class CircuitBreakerOutcomesTest {
    private final HandClock clock = new HandClock();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<Throwable> asked = new ArrayList<>();
    private final CircuitBreaker breaker = CircuitBreaker.of("inventory")
            .withWindow(2)
            .withTrialCalls(1)
            .withOpenDuration(Duration.ofSeconds(1))
            .withClock(clock)
            .withListener(Finished.class, finished -> outcomes.add(finished.outcome()))
            .withFailurePredicate(failure -> {
                asked.add(failure);
                return !(failure instanceof IllegalArgumentException);
            });

    static Stream<Throwable> whatSaysNothing() {
        return Stream.of(
                rejection(),
                new IOException("full", rejection()),
                new IllegalStateException("translated", new IOException("full", rejection())),
                new InterruptedException("stop"),
                new IOException("stop", new ResilientException("cut short", new InterruptedException("stop"))),
                new ResilientException("cut short", new InterruptedException("stop")));
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IOException("down"),
                new IllegalStateException("bug"),
                new AssertionError("error"),
                new TimeoutExceededException("inventory", Duration.ofSeconds(1)),
                new ResilientException("not by an interruption", new IOException("down")),
                new IOException("down", new IOException("down")),
                causedByItsOwnEffect());
    }

    private static Throwable causedByItsOwnEffect() {
        var first = new IllegalStateException("first");
        var second = new IllegalStateException("second", first);
        first.initCause(second);
        return first;
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyOtherThrowableIsAFailure(Throwable failure) {
        failWith(breaker, failure);
        failWith(breaker, failure);
        assertThat(outcomes).containsExactly(Outcome.FAILURE, Outcome.FAILURE);
        assertThat(asked).containsExactly(failure, failure);
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @ParameterizedTest
    @MethodSource("whatSaysNothing")
    void rejectionsAndInterruptionsCountAsNeither(Throwable failure) {
        for (int i = 0; i < 20; i++) {
            failWith(breaker, failure);
        }
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        fail(breaker, 1);
        assertThat(breaker.state()).as("one call is below the minimum").isEqualTo(State.CLOSED);
        fail(breaker, 1);
        assertThat(breaker.state()).as("no success stood between").isEqualTo(State.OPEN);
        assertThat(asked).hasSize(2).doesNotContain(failure);
    }

    @ParameterizedTest
    @MethodSource("whatSaysNothing")
    void aTrialThatSaysNothingIsGivenBack(Throwable failure) {
        fail(breaker, 2);
        clock.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 20; i++) {
            failWith(breaker, failure);
            assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
            assertThat(fails(breaker.callAsync(() -> CompletableFuture.failedFuture(new CompletionException(failure)))))
                    .hasCause(failure);
        }
        succeed(breaker, 1);
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void whatThePredicateExcusesIsASuccess() {
        failWith(breaker, new IllegalArgumentException("no such article"));
        failWith(breaker, new IllegalArgumentException("no such article"));
        assertThat(outcomes).containsExactly(Outcome.SUCCESS, Outcome.SUCCESS);
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void aPredicateThatThrowsMakesAFailureAndNeverChangesTheResult() {
        CircuitBreaker faulty = breaker.withFailurePredicate(failure -> {
            throw new UnsupportedOperationException("predicate");
        });
        fail(faulty, 2);
        assertThat(outcomes).containsExactly(Outcome.FAILURE, Outcome.FAILURE);
        assertThat(faulty.state()).isEqualTo(State.OPEN);
    }

    @Test
    void anInterruptFlagIsLeftAsItIs() {
        Thread.currentThread().interrupt();
        succeed(breaker, 1);
        fail(breaker, 1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcomes).containsExactly(Outcome.SUCCESS, Outcome.FAILURE);
    }

    @Test
    void slownessIsCountedWhateverTheEnd() {
        CircuitBreaker sensitive = breaker.withWindow(10).withSlowCallDuration(Duration.ofSeconds(1));
        var late = new CompletableFuture<String>();
        CompletableFuture<String> call = sensitive.callAsync(() -> late);
        clock.advance(Duration.ofSeconds(1));
        late.completeExceptionally(new IOException("down, late"));
        assertThat(call).isCompletedExceptionally();
        Calls.slow(sensitive, clock, Duration.ofSeconds(1), 1);
        assertThat(outcomes).containsExactly(Outcome.SLOW_FAILURE, Outcome.SLOW_SUCCESS);
    }

    @Test
    void anAsynchronousCallCountsWhenItsStageEndsAndBeforeItsFutureDoes() {
        var first = new CompletableFuture<String>();
        fail(breaker, 1);
        CompletableFuture<State> call = breaker.callAsync(() -> first).handle((value, failure) -> breaker.state());
        assertThat(outcomes).hasSize(1);
        first.completeExceptionally(new IOException("down"));
        assertThat(call).isCompletedWithValue(State.OPEN);
        assertThat(outcomes).containsExactly(Outcome.FAILURE, Outcome.FAILURE);
    }

    @Test
    void anAsynchronousFailureIsSeenWithoutItsWrapping() {
        var stage = CompletableFuture.failedFuture(new IllegalArgumentException("no such article"))
                .thenApply(value -> value);
        assertThat(fails(breaker.callAsync(() -> stage))).isInstanceOf(CompletionException.class);
        assertThat(asked).singleElement().isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a null checker does
    void aSupplierThatThrowsOrReturnsNullIsAFailedFutureAndAFailure() {
        var fault = new IllegalStateException("no stage");
        assertThat(fails(breaker.callAsync(() -> {
                    throw fault;
                })))
                .isSameAs(fault);
        assertThat(fails(breaker.callAsync(() -> null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("returned null: return a stage");
        assertThat(breaker.state()).isEqualTo(State.OPEN);
        CompletableFuture<String> rejected = breaker.callAsync(() -> {
            throw new AssertionError("the operation of a rejected call was started");
        });
        assertThat(fails(rejected)).isInstanceOf(CircuitBreakerOpenException.class);
    }

    @Test
    void cancellingTheFutureCancelsTheStageAndCountsAsNeither() {
        var stage = new CompletableFuture<String>();
        assertThat(breaker.callAsync(() -> stage).cancel(true)).isTrue();
        assertThat(stage).isCancelled();
        assertThat(outcomes).containsExactly(Outcome.IGNORED);
        assertThat(fails(breaker.callAsync(() -> CompletableFuture.failedFuture(new CancellationException()))))
                .isInstanceOf(CancellationException.class);
        assertThat(outcomes).containsExactly(Outcome.IGNORED, Outcome.IGNORED);
        assertThat(asked).isEmpty();
    }

    @Test
    void aStageThatCannotBeCancelledRunsToItsEndAndIsGivenBackThen() {
        fail(breaker, 2);
        clock.advance(Duration.ofSeconds(1));
        var stage = new CompletableFuture<String>();
        CompletionStage<String> stubborn = stage.minimalCompletionStage();
        assertThat(breaker.callAsync(() -> stubborn).cancel(true)).isTrue();
        rejected(breaker);
        stage.complete("late");
        assertThat(outcomes).endsWith(Outcome.IGNORED);
        succeed(breaker, 1);
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void aFutureThatItsCallerEndedEarlyStillCountsAsItsStageEnds() {
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> call = breaker.callAsync(() -> stage);
        call.complete("gave up");
        assertThat(outcomes).isEmpty();
        stage.completeExceptionally(new IOException("down"));
        assertThat(outcomes).containsExactly(Outcome.FAILURE);
    }

    @Test
    void whatStartedInAnEarlierPeriodIsNotCountedInALaterOne() {
        List<CompletableFuture<String>> early = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            var stage = new CompletableFuture<String>();
            early.add(stage);
            assertThat(breaker.callAsync(() -> stage)).isNotDone();
        }
        fail(breaker, 2);
        early.subList(0, 3).forEach(stage -> stage.complete("late"));
        assertThat(breaker.state()).isEqualTo(State.OPEN);
        clock.advance(Duration.ofSeconds(1));
        var trial = new CompletableFuture<String>();
        assertThat(breaker.callAsync(() -> trial)).isNotDone();
        early.subList(3, 6).forEach(stage -> stage.completeExceptionally(new IOException("late")));
        early.subList(6, 8).forEach(stage -> stage.complete("late"));
        assertThat(breaker.state()).as("only the trial decides").isEqualTo(State.HALF_OPEN);
        trial.complete("well");
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        early.subList(8, 10).forEach(stage -> stage.completeExceptionally(new IOException("late")));
        assertThat(breaker.state()).as("two late failures would be enough").isEqualTo(State.CLOSED);
    }

    private static CallRejectedException rejection() {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1);
        try (Permit held = bulkhead.acquire()) {
            bulkhead.run(() -> {});
            throw new AssertionError("admitted");
        } catch (BulkheadFullException full) {
            return full;
        }
    }

    private static Throwable fails(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        return future.<Throwable>handle((value, failure) -> failure).join(); // as it is, unlike exceptionNow
    }
}
