// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a thread-pool bulkhead. Their executor never rejects and never bounds: the {@link Places} have decided
 * already, and what reaches the executor's queue waits only for a thread that is between two calls.
 */
final class Workers {
    private static final long IDLE_SECONDS = 60;

    private Workers() {}

    static ExecutorService of(ThreadPoolSettings settings) {
        ThreadFactory threads = checked(settings);
        if (settings.virtualThreads()) {
            return Executors.newThreadPerTaskExecutor(threads);
        }
        int limit = settings.maxConcurrentCalls();
        var pool = new ThreadPoolExecutor(
                limit, limit, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    // An executor whose factory returns null keeps the task for a thread that never comes.
    private static ThreadFactory checked(ThreadPoolSettings settings) {
        ThreadFactory threads = settings.threadFactory();
        return task -> {
            Thread thread = threads.newThread(task);
            if (thread == null) {
                throw new IllegalStateException("threadFactory of bulkhead '" + settings.name()
                        + "' returned null: let it return a thread or throw");
            }
            return thread;
        };
    }
}
