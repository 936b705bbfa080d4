// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Threads that carry {@code "worker"} before their first call, and tell at their end what they carry then. */
final class Workers implements ThreadFactory {
    private final Thread.Builder threads;
    private final Collection<CompletableFuture<Values>> ends = new ConcurrentLinkedQueue<>();

    Workers(Thread.Builder threads) {
        this.threads = threads;
    }

    @Override
    public Thread newThread(Runnable task) {
        var end = new CompletableFuture<Values>();
        ends.add(end);
        return threads.unstarted(() -> {
            try {
                end.complete(Values.with("worker", () -> {
                    task.run();
                    return Values.here();
                }));
            } catch (Throwable failure) {
                end.completeExceptionally(failure);
            }
        });
    }

    /** What each thread carried at its end; waits for that. */
    Collection<Values> atTheEnd() throws Exception {
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
        return ends.stream().map(CompletableFuture::join).toList();
    }
}
