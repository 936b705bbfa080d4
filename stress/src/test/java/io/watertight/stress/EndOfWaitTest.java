// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Races at the end of a wait that one thread can win against the waiter's by repetition. */
class EndOfWaitTest {
    private static final int ROUNDS = 2_000;

    @Test
    void aCallCancelledBeforeItsThreadFallsAsleepLeavesNoThreadBehind() {
        Bulkhead bulkhead = Bulkhead.of("gone", 1).withMaxWait(Race.FOREVER);
        Permit held = bulkhead.acquire();
        for (int round = 0; round < ROUNDS; round++) {
            Race.ready(bulkhead).cancel(true);
        }
        assertThat(Race.within(Race.PATIENT, () -> ThreadDump.count("gone-wait") == 0))
                .as(
                        "no thread waits for a permit that nobody wants, but %d of %d do",
                        ThreadDump.count("gone-wait"), ROUNDS)
                .isTrue();
        held.close();
        assertThat(Race.aftermath(bulkhead)).isEqualTo("exact");
    }

    @Test
    void aCallAtItsDeadlineIsNotRejectedBesideAFreePermit() {
        int overtakes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Bulkhead bulkhead = Bulkhead.of("stress", 1).withFair(true).withMaxWait(Duration.ofNanos(1));
            Permit held = bulkhead.acquire();
            CompletableFuture<String> first = Race.ready(bulkhead);
            held.close();
            try {
                bulkhead.acquire().close();
                overtakes += first.isDone() ? 0 : 1;
            } catch (BulkheadFullException full) {
                boolean free = bulkhead.activeCalls() == 0 && bulkhead.waitingCalls() == 1;
                assertThat(free)
                        .as(
                                "in round %d the permit was free, for the first in the queue had not come for it: %s",
                                round, full)
                        .isFalse();
            }
            assertThat(Race.outcome(first)).isIn("permitted", "rejected");
            assertThat(Race.aftermath(bulkhead)).isEqualTo("exact");
        }
        assertThat(overtakes)
                .as("rounds in which the second came to its deadline first")
                .isPositive();
    }

    @Test
    void aCallCancelledAsItWakesIsNotInTheWayOfTheNext() {
        Random random = new Random(7);
        for (int round = 0; round < 20 * ROUNDS; round++) {
            Bulkhead bulkhead = Bulkhead.of("stress", 1).withMaxWait(Race.FOREVER);
            Permit held = bulkhead.acquire();
            AtomicBoolean ran = new AtomicBoolean();
            CompletableFuture<String> waiter = Race.ready(bulkhead, () -> ran.set(true));
            held.close();
            for (int spins = random.nextInt(1 + round % 1_000); spins > 0; spins--) {
                Thread.onSpinWait();
            }
            waiter.cancel(true);
            Optional<Permit> next = bulkhead.tryAcquire();
            if (next.isEmpty()) {
                assertThat(Race.within(Race.PATIENT, ran::get))
                        .as("in round %d it was rejected for the sake of a cancelled call that never ran", round)
                        .isTrue();
            }
            next.ifPresent(Permit::close);
            assertThat(Race.aftermath(bulkhead)).isEqualTo("exact");
        }
    }
}
