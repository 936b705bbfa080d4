// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Where an operation waits until the test lets it go on. */
final class Gate {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    void pass() throws InterruptedException {
        entered.countDown();
        await(open);
    }

    void awaitEntered() throws InterruptedException {
        await(entered);
    }

    void open() {
        open.countDown();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody came");
        }
    }
}
