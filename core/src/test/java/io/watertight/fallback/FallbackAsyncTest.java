// SPDX-License-Identifier: Apache-2.0
package io.watertight.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.CallRejectedException;
import io.watertight.ContextPropagator;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import io.watertight.contract.TestThreads;
import io.watertight.fallback.FallbackEvent.Failed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous calls with a fallback. */
class FallbackAsyncTest {
    private static final ThreadLocal<@Nullable String> REQUEST = new ThreadLocal<>();

    private final Bulkhead bulkhead = Bulkhead.of("inventory", 1);
    private final AtomicInteger answers = new AtomicInteger();
    private final Fallback<String> fallback = Fallback.with(cause -> {
        answers.incrementAndGet();
        return cause.getClass().getSimpleName();
    });

    @Test
    void aResultPassesThrough() {
        assertThat(fallback.callAsync(() -> CompletableFuture.completedFuture("result")))
                .isCompletedWithValue("result");
        assertThat(fallback.around(bulkhead).callAsync(() -> CompletableFuture.completedFuture("result")))
                .isCompletedWithValue("result");
        assertThat(answers).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theTypesAreThoseOfTheOperationWhateverTheStagesHaveWrappedAroundIt(boolean policy) {
        Fallback<String> io = fallback.on(IOException.class);
        Fallback<String> one = policy ? io.around(bulkhead) : io;
        CompletionStage<String> chain = CompletableFuture.<String>failedFuture(new IOException("down"))
                .thenApply(value -> value)
                .thenApply(value -> value);
        assertThat(one.callAsync(() -> chain)).isCompletedWithValue("IOException");
        var other = new CompletionException(new IllegalStateException("bug"));
        assertThat(failureOf(one.callAsync(() -> CompletableFuture.failedFuture(other))))
                .as("what is not answered for is left as it is")
                .isSameAs(other);
    }

    @Test
    void neverForAnErrorOrAnInterruption() {
        for (Throwable failure : List.of(new AssertionError("error"), new InterruptedException("stop"))) {
            assertThat(failureOf(fallback.callAsync(() -> CompletableFuture.failedFuture(failure))))
                    .isSameAs(failure);
            assertThat(failureOf(fallback.on(Throwable.class)
                            .callAsync(() -> CompletableFuture.failedFuture(new CompletionException(failure)))))
                    .hasCause(failure);
        }
        assertThat(answers).hasValue(0);
    }

    @Test
    void aRejectionIsAnswered() {
        try (Permit held = bulkhead.acquire()) {
            assertThat(fallback.on(CallRejectedException.class)
                            .around(bulkhead)
                            .callAsync(() -> CompletableFuture.completedFuture("never")))
                    .isCompletedWithValue("BulkheadFullException");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @SuppressWarnings("NullAway") // what a caller without a null checker does
    void aSupplierThatThrowsOrReturnsNullIsAnswered(boolean policy) {
        Fallback<String> one = policy ? fallback.around(bulkhead) : fallback;
        assertThat(one.callAsync(() -> null)).isCompletedWithValue("NullPointerException");
        assertThat(one.callAsync(() -> {
                    throw new IllegalStateException("no stage");
                }))
                .isCompletedWithValue("IllegalStateException");
    }

    @Test
    void aFailingFallbackCarriesTheFirstFailureAsSuppressed() {
        var first = new IOException("down");
        var second = new IllegalStateException("no answer either");
        Fallback<String> failing = Fallback.with(cause -> {
            throw second;
        });
        CompletableFuture<String> call =
                failing.callAsync(() -> CompletableFuture.failedFuture(new CompletionException(first)));
        assertThat(call.exceptionNow()).isSameAs(second);
        assertThat(second).hasSuppressedException(first);
    }

    @Test
    void cancellingCancelsTheCallAndAsksForNoAnswer() {
        var stage = new CompletableFuture<String>();
        assertThat(fallback.around(bulkhead).callAsync(() -> stage).cancel(true))
                .isTrue();
        assertThat(stage).isCancelled();
        var minimal = new CompletableFuture<String>();
        CompletableFuture<String> call = fallback.callAsync(minimal::minimalCompletionStage);
        assertThat(call.cancel(true)).isTrue();
        minimal.completeExceptionally(new IOException("late"));
        assertThat(answers).hasValue(0);
    }

    @Test
    void aFutureThatItsCallerEndedNeedsNoAnswer() {
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> call = fallback.callAsync(() -> stage);
        call.complete("gave up");
        stage.completeExceptionally(new IOException("down"));
        assertThat(call).isCompletedWithValue("gave up");
        assertThat(answers).hasValue(0);
    }

    /** Peer fault 18: the caller's context is missing in the fallback, or the worker keeps it. */
    @Test
    void theAnswerHasItsCallersContextAndTheThreadItsOwnBackAfterwards() {
        Fallback<String> reading = Fallback.<String>with(cause -> String.valueOf(REQUEST.get()))
                .withContextPropagator(ContextPropagator.ofThreadLocal(REQUEST));
        var stage = new CompletableFuture<String>();
        REQUEST.set("r1");
        CompletableFuture<String> call = reading.callAsync(() -> stage);
        REQUEST.remove();
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            String afterwards = threads.start(() -> {
                        REQUEST.set("worker");
                        stage.completeExceptionally(new IOException("down"));
                        return String.valueOf(REQUEST.get());
                    })
                    .result();
            assertThat(afterwards).isEqualTo("worker");
        }
        assertThat(call).isCompletedWithValue("r1");
    }

    @Test
    void aContextThatCannotBeCapturedFailsTheCallBeforeItStarts() {
        var fault = new IllegalStateException("no context");
        CompletableFuture<String> call = fallback.withContextPropagator(() -> {
                    throw fault;
                })
                .callAsync(() -> {
                    throw new AssertionError("started");
                });
        assertThat(call.exceptionNow()).isSameAs(fault);
        assertThat(answers).hasValue(0);
    }

    @Test
    void aContextThatCannotBeOpenedFailsTheCallWithTheFirstFailureSuppressed() {
        var fault = new IllegalStateException("no context");
        var first = new IOException("down");
        var heard = new ArrayList<Failed>();
        CompletableFuture<String> call = fallback.withContextPropagator(() -> () -> {
                    throw fault;
                })
                .withListener(Failed.class, heard::add)
                .callAsync(() -> CompletableFuture.failedFuture(first));
        assertThat(call.exceptionNow()).isSameAs(fault);
        assertThat(fault).hasSuppressedException(first);
        assertThat(heard)
                .singleElement()
                .satisfies(failed -> assertThat(failed.failure()).isSameAs(fault));
        assertThat(answers).hasValue(0);
    }

    @Test
    void aContextThatCannotBeClosedDoesNotChangeTheAnswer() {
        assertThat(fallback.withContextPropagator(() -> () -> () -> {
                            throw new IllegalStateException("cannot be closed");
                        })
                        .callAsync(() -> CompletableFuture.failedFuture(new IOException("down"))))
                .isCompletedWithValue("IOException");
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        return future.<Throwable>handle((value, failure) -> failure).join(); // as it is, unlike exceptionNow
    }
}
