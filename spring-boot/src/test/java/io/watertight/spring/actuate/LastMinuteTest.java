// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.CallObserver.Rejection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rejections of the last minute, by a clock that the test drives. */
class LastMinuteTest {
    private final AtomicLong seconds = new AtomicLong();
    private final LastMinute lastMinute = new LastMinute(seconds::get);

    private void reject() {
        lastMinute.rejected(Rejection.FULL, 0);
    }

    @Test
    void aRejectionCountsForAMinute() {
        reject();
        seconds.addAndGet(59);
        assertThat(lastMinute.rejections()).isEqualTo(1);
        reject();
        assertThat(lastMinute.rejections()).isEqualTo(2);
        seconds.addAndGet(1);
        assertThat(lastMinute.rejections()).isEqualTo(1);
        seconds.addAndGet(59);
        assertThat(lastMinute.rejections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void itAgreesWithAListOfTimes(long seed) {
        var random = new Random(seed);
        seconds.set(random.nextInt(-200, 200)); // System.nanoTime() may be negative
        Deque<Long> times = new ArrayDeque<>();
        for (int step = 0; step < 2_000; step++) {
            if (random.nextInt(3) == 0) {
                seconds.addAndGet(random.nextInt(10) == 0 ? random.nextInt(130) : 1);
            } else {
                reject();
                times.add(seconds.get());
            }
            long now = seconds.get();
            times.removeIf(time -> time <= now - 60);
            assertThat(lastMinute.rejections()).isEqualTo(times.size());
        }
    }

    @Test
    void noRejectionIsLostAmongThreads() throws Exception {
        int threads = 8;
        var start = new CyclicBarrier(threads);
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            var task = new FutureTask<Void>(() -> {
                start.await();
                for (int j = 0; j < 10_000; j++) {
                    if (j % 2_000 == 0) {
                        seconds.incrementAndGet();
                    }
                    reject();
                }
                return null;
            });
            tasks.add(task);
            Thread.ofPlatform().start(task);
        }
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
        assertThat(seconds).hasValueLessThan(60);
        assertThat(lastMinute.rejections()).isEqualTo(threads * 10_000L);
        seconds.addAndGet(60);
        assertThat(lastMinute.rejections()).isZero();
    }
}
