// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The page service's one pool of platform threads, with its bounded queue. An exchange that finds both full still gets
 * an answer, from a thread outside the pool: the JDK's server would close its connection without a word.
 */
final class WorkerPool implements Executor, AutoCloseable {
    private static final ThreadLocal<Boolean> WORKER = ThreadLocal.withInitial(() -> false);

    private final Gauge busy;
    private final ThreadPoolExecutor workers;
    private final ExecutorService refusals = Executors.newVirtualThreadPerTaskExecutor();

    WorkerPool(int threads, int queue, Gauge busy) {
        this.busy = busy;
        BlockingQueue<Runnable> accepted = queue == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(queue);
        this.workers = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                accepted,
                Thread.ofPlatform().name("page-", 0).daemon().factory());
        workers.prestartAllCoreThreads();
    }

    @Override
    public void execute(Runnable exchange) {
        try {
            workers.execute(() -> work(exchange));
        } catch (RejectedExecutionException full) {
            refusals.execute(exchange);
        }
    }

    /** Whether the current thread belongs to a pool; false where the request must be refused. */
    static boolean isWorker() {
        return WORKER.get();
    }

    private void work(Runnable exchange) {
        busy.enter();
        WORKER.set(true);
        try {
            exchange.run();
        } finally {
            busy.leave();
        }
    }

    @Override
    public void close() {
        Quietly.close(workers);
        Quietly.close(refusals);
    }
}
