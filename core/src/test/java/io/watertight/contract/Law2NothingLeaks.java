// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.CallRejectedException;
import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.ResilientException;
import io.watertight.contract.TestThreads.Started;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 2: no fault leaks a permit, and none is returned twice. */
abstract class Law2NothingLeaks extends Law1PermitBelongsToTheWork {

    static Stream<Throwable> whateverAnOperationThrows() {
        return Stream.of(
                new IllegalStateException("unchecked"),
                new IOException("checked"),
                new InterruptedException("of its own"),
                new AssertionError("error"),
                new OutOfMemoryError("simulated"),
                new StackOverflowError("simulated"),
                new Throwable("bare"));
    }

    @ParameterizedTest
    @MethodSource("whateverAnOperationThrows")
    void whatAnOperationThrowsPassesThroughAsItIs(Throwable thrown) {
        Policy policy = given(Setup.failFast(1));
        Operation<String, Throwable> failing = () -> {
            throw thrown;
        };
        Started<@Nullable Throwable> call = start(() -> {
            try {
                policy.call(failing);
                return null;
            } catch (Throwable caught) {
                return caught;
            }
        });
        assertThat(call.result()).isSameAs(thrown);
        assertThat(active()).isZero();
    }

    @ParameterizedTest
    @MethodSource("whateverAnOperationThrows")
    void whatASupplierThrowsFailsTheFuture(Throwable thrown) {
        Policy policy = given(Setup.failFast(1));
        CompletableFuture<String> future = policy.callAsync(() -> sneak(thrown));
        assertThat(settled(future.handle((value, failure) -> failure))).isCompletedWithValue(thrown);
        assertThat(active()).isZero();
    }

    @ParameterizedTest
    @MethodSource("whateverAnOperationThrows")
    void theFailureOfAStageFailsTheFuture(Throwable thrown) {
        Policy policy = given(Setup.failFast(1));
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> future = policy.callAsync(() -> stage);
        stage.completeExceptionally(thrown);
        assertThat(settled(future.handle((value, failure) -> failure))).isCompletedWithValue(thrown);
        assertThat(active()).isZero();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <R, X extends Throwable> R sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    @Test
    void aSupplierThatReturnsNullFailsTheFuture() {
        Policy policy = given(Setup.failFast(1));
        CompletableFuture<String> future = policy.callAsync(() -> null);
        assertThat(settled(future)).isCompletedExceptionally();
        assertThat(settled(future).exceptionNow())
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("stage");
        assertThat(active()).isZero();
    }

    @Test
    void anOperationMayReturnNull() {
        Policy policy = given(Setup.failFast(1));
        assertThat(start(() -> policy.<@Nullable String, RuntimeException>call(() -> null))
                        .result())
                .isNull();
        assertThat(settled(policy.<@Nullable String>callAsync(() -> CompletableFuture.completedFuture(null))))
                .isCompletedWithValue(null);
    }

    @Test
    void aStageThatEndsTwiceReturnsOnePermit() {
        Policy policy = given(Setup.failFast(2));
        var other = new CompletableFuture<String>();
        CompletableFuture<String> stillRunning = policy.callAsync(() -> other);
        CompletableFuture<String> twice = policy.callAsync(() -> new HostileStage<>("value", 2));
        assertThat(settled(twice)).isCompletedWithValue("value");
        assertThat(active()).isEqualTo(1);
        other.complete("done");
        assertThat(settled(stillRunning)).isCompletedWithValue("done");
    }

    @Test
    void aStageThatCannotBeListenedToFailsTheFuture() {
        Policy policy = given(Setup.failFast(1));
        CompletableFuture<String> future = policy.callAsync(() -> new HostileStage<>("value", 0));
        assertThat(settled(future).exceptionNow()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(active()).isZero();
    }

    /** Peer fault 1: eight rejections must not cost a limit of eight. */
    @Test
    void rejectionsCostNoPermit() {
        Policy policy = given(Setup.failFast(8));
        try (Held held = hold(policy, 8)) {
            for (int i = 0; i < 8; i++) {
                assertRejected(policy);
            }
        }
        hold(policy, 8).close();
    }

    /** Peer fault 1: a waiter that was interrupted is handed nothing later. */
    @Test
    void anInterruptedWaiterCostsNoPermit() {
        Policy policy = given(Setup.waiting(1, Setup.LONG));
        try (Held held = hold(policy, 1)) {
            Started<String> waiter = start(() -> policy.call(() -> "never"));
            eventuallyWaiting(1);
            waiter.thread().interrupt();
            assertThat(waiter.failure())
                    .isInstanceOf(ResilientException.class)
                    .isNotInstanceOf(CallRejectedException.class);
        }
        hold(policy, 1).close();
    }

    @Test
    void aCallThatFailsAsyncFreesThePermitBeforeTheFutureFails() {
        Policy policy = given(Setup.failFast(1));
        var stage = new CompletableFuture<String>();
        CompletableFuture<Integer> activeWhenTold =
                policy.callAsync(() -> stage).handle((value, failure) -> active());
        stage.completeExceptionally(new CompletionException(new IOException("down")));
        assertThat(settled(activeWhenTold)).isCompletedWithValue(0);
    }

    @Test
    void twentyThousandQueuedCallsDrainWithoutDeepRecursion() {
        Policy policy = given(Setup.waiting(1, Setup.LONG));
        int calls = 20_000;
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        Supplier<CompletionStage<String>> operation = () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            running.decrementAndGet();
            return CompletableFuture.completedFuture("done");
        };
        List<CompletableFuture<String>> futures = new ArrayList<>();
        try (Held held = hold(policy, 1)) {
            for (int i = 0; i < calls; i++) {
                futures.add(policy.callAsync(operation));
            }
            assertThat(waiting()).isEqualTo(calls);
        }
        assertThat(futures).extracting(CompletableFuture::join).containsOnly("done");
        assertThat(most).hasValue(1);
    }
}
