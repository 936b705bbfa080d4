// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.CallRejectedException;
import io.watertight.Policy;
import io.watertight.contract.TestThreads.Started;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 3: admission is one atomic decision; never more than the limit at once, never a rejection while a permit is free.
 */
abstract class Law3AdmissionIsExact extends Law2NothingLeaks {

    /** Peer fault 14: check, then count. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void neverMoreThanTheLimitAtOnce(int limit) {
        int callers = 8;
        int rounds = 2_000;
        Policy policy = given(Setup.failFast(limit));
        var barrier = new CyclicBarrier(callers);
        var running = new AtomicInteger();
        var maxRun = new AtomicInteger();
        var admitted = new AtomicInteger();
        List<Started<String>> all = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            all.add(start(() -> {
                for (int round = 0; round < rounds; round++) {
                    barrier.await();
                    try {
                        policy.run(() -> {
                            maxRun.accumulateAndGet(running.incrementAndGet(), Math::max);
                            dally();
                            running.decrementAndGet();
                            admitted.incrementAndGet();
                        });
                    } catch (CallRejectedException full) {
                        // what the limit is for
                    }
                }
                return "done";
            }));
        }
        all.forEach(Started::result);
        assertThat(maxRun.get()).isBetween(1, limit);
        assertThat(admitted.get()).as("somebody gets in every round").isGreaterThanOrEqualTo(rounds);
    }

    /** Peer fault 10: an idle bulkhead rejects. */
    @Test
    void aLimitOfOneNeverRejectsCallsInSequence() {
        Policy policy = given(Setup.failFast(1));
        Started<Integer> caller = start(() -> {
            int sum = 0;
            for (int i = 0; i < 20_000; i++) {
                sum += policy.call(() -> 1);
            }
            return sum;
        });
        assertThat(caller.result()).isEqualTo(20_000);
    }

    @Test
    void aCallerThatWasJustToldDoneIsAdmitted() {
        Policy policy = given(Setup.failFast(1));
        for (int i = 0; i < 2_000; i++) {
            var stage = new CompletableFuture<String>();
            CompletableFuture<String> next = policy.callAsync(() -> stage)
                    .thenCompose(done -> policy.callAsync(() -> CompletableFuture.completedFuture(done)));
            stage.complete("done");
            assertThat(settled(next)).isCompletedWithValue("done");
        }
    }

    @Test
    void callersThatWaitLongEnoughAreNeverRejected() {
        int callers = 16;
        Policy policy = given(Setup.waiting(2, Setup.LONG));
        var running = new AtomicInteger();
        var maxRun = new AtomicInteger();
        List<Started<Integer>> all = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            all.add(start(() -> {
                int sum = 0;
                for (int round = 0; round < 200; round++) {
                    sum += policy.call(() -> {
                        maxRun.accumulateAndGet(running.incrementAndGet(), Math::max);
                        dally();
                        return running.getAndDecrement() > 0 ? 1 : 0;
                    });
                }
                return sum;
            }));
        }
        assertThat(all.stream().mapToInt(Started::result).sum()).isEqualTo(callers * 200);
        assertThat(maxRun.get()).isBetween(1, 2);
    }

    @Test
    void everyReleasedPermitReachesAWaiter() {
        int limit = 4;
        Policy policy = given(Setup.waiting(limit, Setup.LONG));
        Held second;
        List<Started<String>> waiters = new ArrayList<>();
        try (Held held = hold(policy, limit)) {
            for (int i = 0; i < 10; i++) {
                waiters.add(start(() -> policy.call(() -> "through")));
            }
            eventuallyWaiting(10);
        }
        waiters.forEach(waiter -> assertThat(waiter.result()).isEqualTo("through"));
        second = hold(policy, limit);
        assertThat(active()).isEqualTo(limit);
        second.close();
    }

    /** Lets other threads in where a wrong limit would show. */
    @SuppressWarnings("ThreadPriorityCheck") // no result depends on it
    private static void dally() {
        Thread.yield();
    }
}
