// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.bulkhead.ThreadPoolBulkhead;
import java.time.Duration;
import java.util.concurrent.Future;

/** Watertight's thread-pool bulkhead. */
final class WatertightPool extends PoolContender {
    private final ThreadPoolBulkhead bulkhead;

    private WatertightPool(ThreadPoolBulkhead bulkhead) {
        this.bulkhead = bulkhead;
    }

    static WatertightPool asItComes() {
        return new WatertightPool(
                ThreadPoolBulkhead.of("benchmark", Pool.THREADS).withQueueCapacity(Pool.QUEUE));
    }

    static WatertightPool timed() {
        return new WatertightPool(asItComes().bulkhead.withTimeout(Duration.ofSeconds(1)));
    }

    static WatertightPool virtual() {
        return new WatertightPool(asItComes().bulkhead.withVirtualThreads(true));
    }

    @Override
    Future<?> submit(Work operation) {
        return bulkhead.submit(operation);
    }

    @Override
    Object call(Work operation) {
        return bulkhead.<Object, RuntimeException>call(operation);
    }

    @Override
    public void close() {
        bulkhead.close();
    }
}
