// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;
import io.watertight.contract.TestThreads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both windows beside a model that remembers every call. */
class WindowTest {
    private static final List<Outcome> COUNTED =
            List.of(Outcome.SUCCESS, Outcome.FAILURE, Outcome.SLOW_SUCCESS, Outcome.SLOW_FAILURE);

    private record Seen(Outcome outcome, long tick) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aCountWindowHoldsTheLatestCalls(long seed) {
        var random = new Random(seed);
        int size = 1 + random.nextInt(20);
        var window = new CountWindow(size);
        Deque<Outcome> model = new ArrayDeque<>();
        for (int i = 0; i < 500; i++) {
            Outcome outcome = COUNTED.get(random.nextInt(COUNTED.size()));
            model.addLast(outcome);
            if (model.size() > size) {
                model.removeFirst();
            }
            Tally told = window.add(outcome, 0);
            Tally expected = tallyOf(List.copyOf(model));
            assertThat(window.tally()).isEqualTo(expected);
            if (told != null) {
                assertThat(told).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aTimeWindowHoldsTheLatestTenTicks(long seed) {
        var random = new Random(seed);
        long tickNanos = random.nextInt(1, 51);
        var window = new TimeWindow(tickNanos * 10);
        List<Seen> model = new ArrayList<>();
        long now = -10_000; // nanoTime may be negative
        for (int i = 0; i < 500; i++) {
            now += random.nextInt((int) tickNanos * 3);
            long tick = Math.floorDiv(now, tickNanos);
            model.add(new Seen(COUNTED.get(random.nextInt(COUNTED.size())), tick));
            window.add(model.getLast().outcome(), now);
            assertThat(window.tally())
                    .isEqualTo(tallyOf(model.stream()
                            .filter(seen -> seen.tick() > tick - 10)
                            .map(Seen::outcome)
                            .toList()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64})
    void manyThreadsLeaveACountWindowWithItsTotalsRight(int size) {
        int threadCount = 4;
        var window = new CountWindow(size);
        var meet = new CyclicBarrier(threadCount);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            for (int i = 0; i < threadCount; i++) {
                var random = new Random(i);
                threads.start(() -> {
                    meet.await();
                    for (int call = 0; call < 20_000; call++) {
                        window.add(COUNTED.get(random.nextInt(COUNTED.size())), 0);
                    }
                    return null;
                });
            }
        }
        assertThat(window.tally().calls()).isEqualTo(size);
        for (int i = 0; i < size; i++) {
            window.add(Outcome.SUCCESS, 0);
        }
        assertThat(window.tally()).isEqualTo(new Tally(size, 0, 0));
    }

    @Test
    void inGoodHealthThereIsNothingToJudge() {
        var byCalls = new CountWindow(2);
        var byTime = new TimeWindow(1_000);
        for (int i = 0; i < 10; i++) {
            assertThat(byCalls.add(Outcome.SUCCESS, 0)).isNull();
            assertThat(byTime.add(Outcome.SUCCESS, i)).isNull();
        }
        assertThat(byCalls.add(Outcome.FAILURE, 0)).isEqualTo(new Tally(2, 1, 0));
        assertThat(byTime.add(Outcome.SLOW_FAILURE, 10)).isEqualTo(new Tally(11, 1, 1));
    }

    @Test
    void packedNumbersMayBeBelowZeroForAMoment() {
        long packed = 3 - Tally.packed(Tally.bits(Outcome.SLOW_FAILURE));
        assertThat(Tally.unpack(packed)).isEqualTo(new Tally(2, -1, -1));
        assertThat(Tally.unpack(packed + Tally.packed(Tally.bits(Outcome.SLOW_FAILURE))))
                .isEqualTo(new Tally(3, 0, 0));
    }

    private static Tally tallyOf(List<Outcome> outcomes) {
        return new Tally(
                outcomes.size(),
                outcomes.stream().filter(Outcome::failed).count(),
                outcomes.stream().filter(Outcome::slow).count());
    }
}
