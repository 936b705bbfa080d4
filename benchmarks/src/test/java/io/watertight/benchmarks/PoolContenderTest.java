// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each pool does what is measured, or its figures mean nothing. */
class PoolContenderTest {
    @ParameterizedTest
    @EnumSource
    void returnsTheResultFromAnotherThread(Pool pool) throws Exception {
        try (PoolContender contender = pool.contender()) {
            assertThat(contender.call(Thread::currentThread)).isNotSameAs(Thread.currentThread());
            assertThat(contender.submit(() -> "result").get()).isEqualTo("result");
        }
    }

    @ParameterizedTest
    @EnumSource
    void runsFourAtOnceAndKeepsABurstOf64(Pool pool) throws Exception {
        try (PoolContender contender = pool.contender()) {
            var four = new CountDownLatch(Pool.THREADS);
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                calls.add(contender.submit(() -> {
                    four.countDown();
                    return await(four);
                }));
            }
            for (Future<?> call : calls) {
                assertThat(call.get()).isEqualTo("four");
            }
        }
    }

    private static String await(CountDownLatch latch) {
        try {
            latch.await();
            return "four";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }
}
