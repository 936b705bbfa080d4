// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Holds one permit of a contender, by a call that does not end before it is told to. */
final class Holder implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("holder").factory());
    private CountDownLatch end = new CountDownLatch(0);

    /** Returns once the permit is held. */
    void hold(Contender contender) throws InterruptedException {
        var held = new CountDownLatch(1);
        var untilEnd = new CountDownLatch(1);
        end = untilEnd;
        thread.execute(() -> contender.call(() -> {
            held.countDown();
            return await(untilEnd);
        }));
        held.await();
    }

    /** Lets the call end. */
    void release() {
        end.countDown();
    }

    @Override
    public void close() {
        release();
        thread.close();
    }

    private static Object await(CountDownLatch latch) {
        try {
            latch.await();
            return latch;
        } catch (InterruptedException e) {
            throw new IllegalStateException("Interrupted while holding a permit", e);
        }
    }
}
