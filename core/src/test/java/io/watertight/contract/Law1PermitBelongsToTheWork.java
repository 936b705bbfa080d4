// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.Policy;
import io.watertight.bulkhead.BulkheadFullException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law 1: the permit belongs to the running work, not to the future and not to the caller who has gone. What was given
 * up while it waited never starts.
 */
abstract class Law1PermitBelongsToTheWork extends Harness {

    @Test
    void theOperationOfARejectedCallIsNeverTouched() {
        Policy policy = given(Setup.failFast(2));
        try (Held held = hold(policy, 2)) {
            assertRejected(policy);
            var touched = new AtomicBoolean();
            CompletableFuture<String> future = policy.callAsync(() -> {
                touched.set(true);
                return new CompletableFuture<>();
            });
            assertThatThrownBy(future::get).hasCauseInstanceOf(BulkheadFullException.class);
            assertThat(touched).isFalse();
        }
    }

    static Stream<Consumer<CompletableFuture<String>>> waysToEndAFutureEarly() {
        return Stream.of(
                future -> future.cancel(true),
                future -> future.complete("early"),
                future -> future.completeExceptionally(new IllegalStateException("early")),
                future -> future.obtrudeValue("early"),
                future -> future.orTimeout(1, TimeUnit.MILLISECONDS)
                        .exceptionally(Throwable::toString)
                        .join());
    }

    @ParameterizedTest
    @MethodSource("waysToEndAFutureEarly")
    void endingTheFutureOfARunningCallKeepsThePermitUntilTheStageEnds(Consumer<CompletableFuture<String>> end) {
        Policy policy = given(Setup.failFast(1));
        var work = new CompletableFuture<String>();
        CompletionStage<String> cannotBeCancelled = work.minimalCompletionStage();

        CompletableFuture<String> future = running(policy, cannotBeCancelled);
        end.accept(future);

        assertThat(future).isDone();
        assertThat(active()).isEqualTo(1);
        assertRejected(policy);
        work.complete("late");
        TestThreads.eventually("the permit is back", () -> active() == 0);
    }

    @Test
    void cancellingTheFutureCancelsAStageThatCanBeCancelled() {
        Policy policy = given(Setup.failFast(1));
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> future = running(policy, stage);

        assertThat(future.cancel(true)).isTrue();

        assertThat(settled(stage)).isCancelled();
        TestThreads.eventually("the permit is back", () -> active() == 0);
    }

    @Test
    void aStageThatWasCancelledCancelsTheFuture() {
        Policy policy = given(Setup.failFast(1));
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> future = running(policy, stage);

        stage.cancel(true);

        assertThat(settled(future)).isCancelled();
        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void endingTheStageOfAForeignKindIsNotNeededToEndTheCall() {
        Policy policy = given(Setup.failFast(1));
        var work = new CompletableFuture<String>();
        CompletableFuture<String> future = running(policy, StageWithoutFuture.of(work));

        future.cancel(true);
        assertThat(active()).as("it cannot be cancelled, so it runs on").isEqualTo(1);

        work.complete("late");
        TestThreads.eventually("the permit is back", () -> active() == 0);
    }

    @ParameterizedTest
    @MethodSource("waysToEndAFutureEarly")
    void anAsyncCallGivenUpWhileItWaitsIsRemovedAndNeverStarts(Consumer<CompletableFuture<String>> end) {
        Policy policy = given(Setup.waiting(1, Setup.LONG));
        var started = new AtomicBoolean();
        try (Held held = hold(policy, 1)) {
            CompletableFuture<String> future = policy.callAsync(() -> {
                started.set(true);
                return CompletableFuture.completedFuture("started");
            });
            assertThat(waiting()).isEqualTo(1);

            end.accept(future);

            assertThat(waiting()).isZero();
        }
        assertThat(start(() -> policy.call(() -> "next")).result()).isEqualTo("next");
        assertThat(started).isFalse();
    }

    @Test
    void aFutureEndedWhileTheCallWaitsHasTheOutcomeThatItsCallerGaveIt() {
        Policy policy = given(Setup.waiting(1, Setup.LONG));
        try (Held held = hold(policy, 1)) {
            CompletableFuture<String> completed = policy.callAsync(() -> new CompletableFuture<>());
            assertThat(completed.complete("early")).isTrue();
            assertThat(completed).isCompletedWithValue("early");

            CompletableFuture<String> failed = policy.callAsync(() -> new CompletableFuture<>());
            var failure = new IllegalStateException("early");
            assertThat(failed.completeExceptionally(failure)).isTrue();
            assertThat(failed.exceptionNow()).isSameAs(failure);

            CompletableFuture<String> cancelled = policy.callAsync(() -> new CompletableFuture<>());
            assertThat(cancelled.cancel(false)).isTrue();
            assertThat(cancelled).isCancelled();

            CompletableFuture<String> timedOut = policy.callAsync(() -> new CompletableFuture<>());
            assertThat(settled(timedOut.orTimeout(1, TimeUnit.MILLISECONDS)).exceptionNow())
                    .isInstanceOf(TimeoutException.class);
            assertThat(waiting()).isZero();
        }
    }

    @Test
    void aWaitingAsyncCallNeverBlocksItsCaller() {
        Policy policy = given(Setup.waiting(1, Setup.LONG));
        CompletableFuture<String> future;
        try (Held held = hold(policy, 1)) {
            future = policy.callAsync(() -> CompletableFuture.completedFuture("after the wait"));
            assertThat(future).isNotDone();
        }
        assertThat(future.join()).isEqualTo("after the wait");
    }

    @Test
    void theFutureThatTimedOutLeavesTheOperationRunning() {
        Policy policy = given(Setup.failFast(1));
        var release = new CountDownLatch(1);
        CompletableFuture<String> work = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return "late";
                },
                task -> start(() -> {
                    task.run();
                    return null;
                }));
        CompletableFuture<String> future = running(policy, work);
        assertThatThrownBy(() -> future.orTimeout(1, TimeUnit.MILLISECONDS).get())
                .hasCauseInstanceOf(TimeoutException.class);
        for (int i = 0; i < 8; i++) {
            assertRejected(policy);
        }
        release.countDown();
    }
}
