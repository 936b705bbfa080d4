// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.contract.TestThreads;
import org.junit.jupiter.api.Test;

/** Law 2 where an operation runs out of stack: the error passes through and the permits come back. */
class StackOverflowTest {
    private static final int CALLS = 200;

    @Test
    void anOperationThatOverflowsTheStackCostsNoPermit() {
        Bulkhead bulkhead = Bulkhead.of("inventory", CALLS);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            for (int i = 0; i < CALLS; i++) {
                Throwable failure =
                        threads.start(() -> bulkhead.call(() -> recurse(1))).failure();
                assertThat(failure).isInstanceOf(StackOverflowError.class);
            }
        }
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @SuppressWarnings("InfiniteRecursion") // is the point
    private static int recurse(int depth) {
        return 1 + recurse(depth + 1);
    }
}
