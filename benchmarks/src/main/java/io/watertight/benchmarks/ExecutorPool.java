// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JDK's executor and future: a pool that bounds and isolates, and knows nothing else. */
final class ExecutorPool extends PoolContender {
    private final ThreadPoolExecutor executor = executor();

    /** Returns an executor like those that the libraries make for themselves. */
    static ThreadPoolExecutor executor() {
        return new ThreadPoolExecutor(
                Pool.THREADS,
                Pool.THREADS,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(Pool.QUEUE),
                Thread.ofPlatform().daemon().name("executor-", 1).factory());
    }

    @Override
    Future<?> submit(Work operation) {
        return CompletableFuture.supplyAsync(operation, executor);
    }

    @Override
    public void close() {
        end(executor);
    }
}
