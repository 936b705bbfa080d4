// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.github.resilience4j.bulkhead.ThreadPoolBulkhead;
import io.github.resilience4j.bulkhead.ThreadPoolBulkheadConfig;
import java.util.concurrent.Future;

/** Resilience4j's bulkhead with a thread pool. */
final class Resilience4jPool extends PoolContender {
    private final ThreadPoolBulkhead bulkhead = ThreadPoolBulkhead.of(
            "benchmark",
            ThreadPoolBulkheadConfig.custom()
                    .coreThreadPoolSize(Pool.THREADS)
                    .maxThreadPoolSize(Pool.THREADS)
                    .queueCapacity(Pool.QUEUE)
                    .build());

    @Override
    Future<?> submit(Work operation) {
        return bulkhead.executeSupplier(operation).toCompletableFuture();
    }

    @Override
    public void close() {
        try {
            bulkhead.close();
        } catch (Exception e) {
            throw new IllegalStateException("Resilience4j's pool did not close", e);
        }
    }
}
