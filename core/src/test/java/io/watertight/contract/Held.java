// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import io.watertight.Policy;
import io.watertight.contract.TestThreads.Started;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Calls that were admitted and stay active, each on a thread of its own, until they are released. */
public final class Held implements AutoCloseable {
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Started<?>> calls = new ArrayList<>();

    /** Returns when all of them are active. */
    static Held hold(TestThreads threads, Policy policy, int count) {
        var held = new Held();
        var active = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            held.calls.add(threads.start(() -> policy.call(() -> {
                active.countDown();
                held.release.await();
                return "held";
            })));
        }
        try {
            if (!active.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("Only " + (count - active.getCount()) + " of " + count
                        + " calls became active: "
                        + held.calls.stream()
                                .filter(c -> !c.thread().isAlive())
                                .map(Started::failure)
                                .toList());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return held;
    }

    /** Lets the calls end, and returns when they have. */
    @Override
    public void close() {
        release.countDown();
        calls.forEach(Started::result);
    }
}
