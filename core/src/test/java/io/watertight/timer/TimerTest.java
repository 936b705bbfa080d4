// SPDX-License-Identifier: Apache-2.0
package io.watertight.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.contract.TestThreads;
import io.watertight.timeout.Timeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alarms ring once, cancelled ones never, and nothing is left behind. */
class TimerTest {
    private static Alarm alarm(Runnable ring) {
        return new Alarm() {
            @Override
            protected void ring() {
                ring.run();
            }
        };
    }

    private static List<Thread> threadsNamed(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void alarmsRingOnceAndCancelledOnesNever(long seed) throws Exception {
        var random = new Random(seed);
        var timer = new Timer("order", 1);
        int count = 500;
        var rung = new CopyOnWriteArrayList<Integer>();
        var all = new CountDownLatch(1);
        List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(order, random);
        long start = TimeUnit.MILLISECONDS.toNanos(200);
        long step = TimeUnit.MICROSECONDS.toNanos(200);
        List<Alarm> cancelled = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (int number : order) {
            Alarm alarm = alarm(() -> rung.add(number));
            timer.set(alarm, start + number * step);
            if (random.nextInt(3) == 0) {
                cancelled.add(alarm);
            } else {
                expected.add(number);
            }
        }
        Collections.shuffle(cancelled, random);
        cancelled.forEach(timer::cancel);
        timer.set(alarm(all::countDown), start + 2L * count * step);
        all.await();
        Collections.sort(expected);
        assertThat(rung).as("each once").containsExactlyInAnyOrderElementsOf(expected);
        assertThat(timer.size()).isZero();
        cancelled.forEach(timer::cancel);
        assertThat(timer.size()).isZero();
    }

    /** The order of the heap, seen apart from time: all are due when the thread comes to look. */
    @Test
    void alarmsThatAreDueTogetherRingInTheOrderOfTheirTimes() throws Exception {
        var timer = new Timer("in-order", 1);
        var blocked = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        timer.set(
                alarm(() -> {
                    blocked.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }),
                0);
        blocked.await();
        var random = new Random(7);
        var rung = new CopyOnWriteArrayList<Integer>();
        List<Integer> order = new ArrayList<>(IntStream.range(0, 1_000).boxed().toList());
        Collections.shuffle(order, random);
        var last = new CountDownLatch(1);
        for (int number : order) {
            timer.set(alarm(() -> rung.add(number)), -TimeUnit.HOURS.toNanos(2) + TimeUnit.SECONDS.toNanos(number));
        }
        timer.set(alarm(last::countDown), 0);
        release.countDown();
        last.await();
        assertThat(rung).isSorted().hasSize(1_000);
    }

    @Test
    void anAlarmNeverRingsBeforeItsTime() throws Exception {
        var timer = new Timer("exact", 1);
        for (long nanos : new long[] {0, 1, 900_000, 3_000_000}) {
            var rung = new CountDownLatch(1);
            long since = System.nanoTime();
            timer.set(alarm(rung::countDown), nanos);
            rung.await();
            assertThat(System.nanoTime() - since).isGreaterThanOrEqualTo(nanos);
        }
    }

    @Test
    void aSoonerAlarmWakesTheSleepingThread() throws Exception {
        var timer = new Timer("sooner", 1);
        Alarm late = alarm(() -> {});
        timer.set(late, Long.MAX_VALUE);
        var rung = new CountDownLatch(1);
        timer.set(alarm(rung::countDown), 1_000_000);
        rung.await();
        timer.cancel(late);
    }

    @Test
    void anAlarmThatFailsLeavesTheOthersAlone() throws Exception {
        var timer = new Timer("failing", 1);
        timer.set(
                alarm(() -> {
                    throw new IllegalStateException("an alarm's");
                }),
                0);
        var rung = new CountDownLatch(1);
        timer.set(alarm(rung::countDown), 1_000_000);
        rung.await();
        assertThat(rung.getCount()).isZero();
    }

    @Test
    void theThreadEndsWhenThereIsNothingToDoAndComesBack() throws Exception {
        var timer = new Timer("comes-and-goes", TimeUnit.MILLISECONDS.toNanos(1));
        for (int i = 0; i < 3; i++) {
            var rung = new CountDownLatch(1);
            timer.set(alarm(rung::countDown), 0);
            rung.await();
            TestThreads.eventually(
                    "the thread is gone", () -> threadsNamed("comes-and-goes").isEmpty());
        }
    }

    /** Peer fault 8: one sleeping thread for each running timeout. */
    @Test
    void aHundredThousandCallsUnderALongTimeoutLeaveNothingBehind() {
        Timeout timeout = Timeout.of("inventory", Duration.ofHours(1));
        timeout.run(() -> {});
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        int sum = 0;
        for (int i = 0; i < 100_000; i++) {
            sum += timeout.call(() -> 1);
        }
        assertThat(sum).isEqualTo(100_000);
        assertThat(Timer.shared().size()).isZero();
        assertThat(threadsNamed("watertight-timer")).hasSizeLessThanOrEqualTo(1);
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !before.contains(thread))
                        .filter(thread -> !thread.getName().startsWith("ForkJoinPool"))) // carriers of virtual threads
                .hasSizeLessThanOrEqualTo(2);
    }
}
