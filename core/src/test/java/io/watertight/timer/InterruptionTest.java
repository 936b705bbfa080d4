// SPDX-License-Identifier: Apache-2.0
package io.watertight.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.contract.TestThreads;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peer fault 9: our interrupt escapes its work, or a foreign one is lost. */
class InterruptionTest {
    private final Thread me = Thread.currentThread();

    @AfterEach
    void leaveNoInterruptBehind() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void anInterruptThatTheWorkIgnoredIsTakenBack() {
        var interruption = new Interruption(me);
        assertThat(interruption.fire()).isTrue();
        assertThat(me.isInterrupted()).isTrue();
        assertThat(interruption.finish(false)).isTrue();
        assertThat(me.isInterrupted()).isFalse();
    }

    @Test
    void afterTheWorkHasFinishedNothingFires() {
        var interruption = new Interruption(me);
        assertThat(interruption.finish(false)).isFalse();
        assertThat(interruption.fire()).isFalse();
        assertThat(me.isInterrupted()).isFalse();
    }

    @Test
    void itFiresOnce() {
        var interruption = new Interruption(me);
        assertThat(interruption.fire()).isTrue();
        assertThat(interruption.fire()).isFalse();
        interruption.finish(false);
    }

    @Test
    void aForeignInterruptFromBeforeStays() {
        var interruption = new Interruption(me);
        me.interrupt();
        interruption.fire();
        interruption.finish(false);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aForeignInterruptThatWasNeverMetByOursStays() {
        var interruption = new Interruption(me);
        me.interrupt();
        interruption.finish(false);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aForeignInterruptAfterTheWorkConsumedOursStays() {
        var interruption = new Interruption(me);
        interruption.fire();
        assertThat(Thread.interrupted())
                .as("consumed, as by a method that throws InterruptedException")
                .isTrue();
        me.interrupt();
        interruption.finish(true);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anOuterInterruptionThatHasFiredSurvivesTheInnerOnesCleanUp() {
        var outer = new Interruption(me);
        var inner = new Interruption(me);
        inner.fire();
        outer.fire();
        inner.finish(false);
        assertThat(me.isInterrupted())
                .as("the outer one's work goes on and must see it")
                .isTrue();
        outer.finish(false);
        assertThat(me.isInterrupted()).isFalse();
    }

    @Test
    void finishAgainstFire() {
        int rounds = 20_000;
        var barrier = new CyclicBarrier(2);
        var current = new Interruption[1];
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            var worker = threads.start(() -> {
                int fired = 0;
                for (int round = 0; round < rounds; round++) {
                    var interruption = new Interruption(Thread.currentThread());
                    current[0] = interruption;
                    barrier.await();
                    if (interruption.finish(false)) {
                        fired++;
                    }
                    assertThat(Thread.currentThread().isInterrupted())
                            .as("escaped in round " + round)
                            .isFalse();
                    barrier.await();
                }
                return fired;
            });
            var timer = threads.start(() -> {
                int fired = 0;
                for (int round = 0; round < rounds; round++) {
                    barrier.await();
                    if (current[0].fire()) {
                        fired++;
                    }
                    barrier.await();
                }
                return fired;
            });
            assertThat(worker.result()).isEqualTo(timer.result());
        }
    }
}
