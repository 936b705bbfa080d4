// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Races at the end of a wait that can be won on purpose, by repetition on one thread. */
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
}
