// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.Policy;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Law 7: what is not used costs nothing. How much a call costs is the benchmarks' affair. */
public abstract class Law7UnusedCostsNothing extends Law6UserCodeMeetsNoLock {

    @Test
    void withoutAListenerNobodyReadsTheClock() {
        var reads = new AtomicInteger();
        Policy policy = given(Setup.failFast(1).clock(new CountingClock(reads)));
        assertThat(start(() -> policy.call(() -> "result")).result()).isEqualTo("result");
        assertThat(settled(policy.callAsync(() -> CompletableFuture.completedFuture("async"))))
                .isCompletedWithValue("async");
        try (Held held = hold(policy, 1)) {
            assertRejected(policy);
        }
        assertThat(reads).hasValue(0);
    }

    /** A clock that counts how often it is read. */
    public static final class CountingClock extends Clock {
        private final AtomicInteger reads;

        public CountingClock(AtomicInteger reads) {
            this.reads = reads;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            reads.incrementAndGet();
            return Instant.EPOCH;
        }
    }
}
