// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallRejectedException;
import io.watertight.Policy;
import io.watertight.ResilientException;
import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.bulkhead.BulkheadEvent.Rejected;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.BulkheadFullException.Reason;
import io.watertight.contract.TestThreads.Started;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of a bulkhead whose callers wait for a permit themselves: all of {@link BulkheadContract}, and law 5, every
 * wait is bounded and exact, and an interruption is told apart from "full".
 */
public abstract class WaitingBulkheadContract extends BulkheadContract {

    @ParameterizedTest
    @ValueSource(longs = {1, 900_000, 20_000_000})
    void aWaitLastsItsMaxWaitToTheNanosecond(long nanos) {
        Duration maxWait = Duration.ofNanos(nanos);
        Policy policy = given(Setup.waiting(1, maxWait).listener(events::add));
        try (Held held = hold(policy, 1)) {
            Started<Duration> waiter = start(() -> {
                long since = System.nanoTime();
                assertThatThrownBy(() -> policy.call(() -> "never"))
                        .isInstanceOfSatisfying(BulkheadFullException.class, full -> {
                            assertThat(full.reason()).isEqualTo(Reason.WAIT_EXPIRED);
                            assertThat(full.maxWait()).isEqualTo(maxWait);
                            assertThat(full.waited()).isGreaterThanOrEqualTo(maxWait);
                            assertThat(full).hasMessageContaining("waited " + full.waited());
                        });
                return Duration.ofNanos(System.nanoTime() - since);
            });
            assertThat(waiter.result()).isGreaterThanOrEqualTo(maxWait);
        }
        assertThat(events(Rejected.class))
                .hasSize(1)
                .allSatisfy(rejected -> assertThat(rejected.maxWait()).isEqualTo(maxWait));
    }

    @Test
    void aWaiterGetsThePermitThatIsReleased() {
        Policy policy = given(Setup.waiting(1, Setup.LONG).listener(events::add));
        Started<String> waiter;
        try (Held held = hold(policy, 1)) {
            waiter = start(() -> policy.call(() -> "after the wait"));
            eventuallyWaiting(1);
        }
        assertThat(waiter.result()).isEqualTo("after the wait");
        assertThat(events(Permitted.class))
                .extracting(Permitted::waited)
                .satisfiesExactly(
                        first -> assertThat(first).isZero(),
                        second -> assertThat(second).isPositive());
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE / 1_000_000_000, Long.MAX_VALUE / 1000, Long.MAX_VALUE})
    void aHugeMaxWaitIsClampedAndWorks(long seconds) {
        Policy policy = given(Setup.waiting(1, Duration.ofSeconds(seconds)));
        Started<String> waiter;
        CompletableFuture<String> future;
        try (Held held = hold(policy, 1)) {
            waiter = start(() -> policy.call(() -> "blocking"));
            future = policy.callAsync(() -> CompletableFuture.completedFuture("async"));
            eventuallyWaiting(2);
        }
        assertThat(waiter.result()).isEqualTo("blocking");
        assertThat(future.join()).isEqualTo("async");
    }

    @Test
    void theFirstAttemptIgnoresTheInterruptFlagAndLeavesItAsItWas() {
        Policy policy = given(Setup.waiting(1, Setup.LONG));
        Started<Boolean> caller = start(() -> {
            var flagInside = new AtomicBoolean();
            Thread.currentThread().interrupt();
            CompletableFuture<String> future = policy.callAsync(() -> {
                flagInside.set(Thread.currentThread().isInterrupted());
                return CompletableFuture.completedFuture("ran");
            });
            assertThat(future).isCompletedWithValue("ran");
            return flagInside.get() && Thread.currentThread().isInterrupted();
        });
        assertThat(caller.result()).isTrue();
    }

    @Test
    void failingFastIgnoresTheInterruptFlagAndLeavesItAsItWas() {
        Policy policy = given(Setup.failFast(1));
        try (Held held = hold(policy, 1)) {
            Started<Boolean> caller = start(() -> {
                Thread.currentThread().interrupt();
                CompletableFuture<String> future = policy.callAsync(() -> new CompletableFuture<>());
                assertThat(future.exceptionNow()).isInstanceOf(BulkheadFullException.class);
                return Thread.currentThread().isInterrupted();
            });
            assertThat(caller.result()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThreadInterruptedWhileItWaitsIsToldSo(boolean beforeTheCall) {
        Policy policy = given(Setup.waiting(1, Setup.LONG).listener(events::add));
        try (Held held = hold(policy, 1)) {
            Started<Boolean> waiter = start(() -> {
                if (beforeTheCall) {
                    Thread.currentThread().interrupt();
                }
                assertThatThrownBy(() -> policy.call(() -> "never"))
                        .isInstanceOf(ResilientException.class)
                        .isNotInstanceOf(CallRejectedException.class)
                        .hasCauseInstanceOf(InterruptedException.class);
                return Thread.currentThread().isInterrupted();
            });
            if (!beforeTheCall) {
                eventuallyWaiting(1);
                waiter.thread().interrupt();
            }
            assertThat(waiter.result()).as("the flag is set again").isTrue();
        }
        assertThat(events(Rejected.class)).isEmpty();
        assertThat(events(Permitted.class)).hasSize(1);
    }

    /** Peer fault 12: waiters are unbounded. */
    @Test
    void oneMoreThanMaxWaitingIsRejectedAtOnce() {
        Policy policy = given(Setup.waiting(1, Setup.LONG).maxWaiting(2));
        List<Started<String>> waiters = new ArrayList<>();
        try (Held held = hold(policy, 1)) {
            for (int i = 1; i <= 2; i++) {
                waiters.add(start(() -> policy.call(() -> "through")));
                eventuallyWaiting(i);
            }
            assertThatThrownBy(() -> policy.call(() -> "never"))
                    .isInstanceOfSatisfying(BulkheadFullException.class, full -> {
                        assertThat(full.reason()).isEqualTo(Reason.TOO_MANY_WAITING);
                        assertThat(full).hasMessageContaining("1 of 1 active, 2 waiting");
                    });
            assertThat(policy.callAsync(() -> new CompletableFuture<>()).exceptionNow())
                    .isInstanceOf(BulkheadFullException.class);
        }
        waiters.forEach(waiter -> assertThat(waiter.result()).isEqualTo("through"));
    }

    /** Peer fault 20: the waiting gauge is wrong. */
    @Test
    void theWaitingGaugeFollowsEveryComingAndGoing() {
        Policy policy = given(Setup.waiting(1, Setup.LONG));
        CompletableFuture<String> second;
        try (Held held = hold(policy, 1)) {
            CompletableFuture<String> first = policy.callAsync(() -> CompletableFuture.completedFuture("first"));
            second = policy.callAsync(() -> CompletableFuture.completedFuture("second"));
            assertThat(waiting()).isEqualTo(2);
            first.cancel(true);
            assertThat(waiting()).isEqualTo(1);
        }
        assertThat(second.join()).isEqualTo("second");
        assertThat(waiting()).isZero();
    }

    /** Peer fault 15: barging starves those who wait, although "fair" was wanted. */
    @Test
    void fairWaitersStartInTheOrderOfTheirComing() throws Exception {
        Policy policy = given(Setup.waiting(1, Setup.LONG).fairly());
        var order = new CopyOnWriteArrayList<Integer>();
        var stop = new AtomicBoolean();
        var looping = new CountDownLatch(1);
        List<Started<?>> waiters = new ArrayList<>();
        Started<Integer> barger;
        try (Held held = hold(policy, 1)) {
            for (int i = 0; i < 10; i++) {
                int number = i;
                waiters.add(start(() -> policy.call(() -> order.add(number))));
                eventuallyWaiting(i + 1);
            }
            barger = start(() -> {
                int calls = 0;
                while (!stop.get()) {
                    looping.countDown();
                    calls += policy.call(() -> 1);
                }
                return calls;
            });
            looping.await();
        }
        waiters.forEach(Started::result);
        stop.set(true);
        assertThat(barger.result()).isPositive();
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, 10).boxed().toList());
    }

    @Test
    void blockingAndAsyncCallersWaitInOneFairQueue() {
        Policy policy = given(Setup.waiting(1, Setup.LONG).fairly());
        var order = new CopyOnWriteArrayList<Integer>();
        List<Started<?>> blocking = new ArrayList<>();
        List<CompletableFuture<?>> async = new ArrayList<>();
        try (Held held = hold(policy, 1)) {
            for (int i = 0; i < 20; i++) {
                int number = i;
                if (i % 2 == 0) {
                    blocking.add(start(() -> policy.call(() -> order.add(number))));
                } else {
                    async.add(policy.callAsync(() -> CompletableFuture.completedFuture(order.add(number))));
                }
                eventuallyWaiting(i + 1);
            }
        }
        blocking.forEach(Started::result);
        async.forEach(CompletableFuture::join);
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, 20).boxed().toList());
    }

    @Test
    void aPermitReleasedAfterACancelledWaitIsFreeAtOnce() {
        Policy policy = given(Setup.waiting(1, Setup.LONG).maxWaiting(1));
        for (int round = 0; round < 2_000; round++) {
            var work = new CompletableFuture<String>();
            CompletableFuture<String> running = policy.callAsync(() -> work);
            CompletableFuture<String> waiter = policy.callAsync(() -> new CompletableFuture<>());
            waiter.cancel(true);
            work.complete("done");
            assertThat(running).isCompletedWithValue("done");
            var ran = new AtomicBoolean();
            CompletableFuture<String> next = policy.callAsync(() -> {
                ran.set(true);
                return CompletableFuture.completedFuture("next");
            });
            assertThat(ran).as("admitted without a wait in round " + round).isTrue();
            assertThat(next).isCompletedWithValue("next");
        }
    }

    @Test
    void aWaiterThatGaveUpAtItsMaxWaitNeverRuns() {
        Policy policy = given(Setup.waiting(1, Duration.ofMillis(20)));
        var started = new AtomicBoolean();
        try (Held held = hold(policy, 1)) {
            Throwable failure =
                    start(() -> policy.call(() -> started.getAndSet(true))).failure();
            assertThat(failure).isInstanceOf(BulkheadFullException.class);
            CompletableFuture<String> future = policy.callAsync(() -> {
                started.set(true);
                return CompletableFuture.completedFuture("started");
            });
            assertThatThrownBy(future::get).hasCauseInstanceOf(BulkheadFullException.class);
        }
        assertThat(start(() -> policy.call(() -> "next")).result()).isEqualTo("next");
        assertThat(started).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waitersThatTimedOutCostNoPermit(boolean fair) {
        Setup setup = Setup.waiting(2, Duration.ofMillis(5));
        Policy policy = given(fair ? setup.fairly() : setup);
        try (Held held = hold(policy, 2)) {
            List<Started<String>> waiters = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiters.add(start(() -> policy.call(() -> "never")));
            }
            waiters.forEach(waiter -> assertThat(waiter.failure()).isInstanceOf(CallRejectedException.class));
        }
        assertThat(waiting()).isZero();
        hold(policy, 2).close();
    }
}
