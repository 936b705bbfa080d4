// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import dev.failsafe.Bulkhead;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Failsafe's bulkhead, as many permits as the executor has threads and places in its queue. */
final class FailsafePool extends PoolContender {
    private final ExecutorService executor = ExecutorPool.executor();
    private final FailsafeExecutor<Object> failsafe =
            Failsafe.with(Bulkhead.of(Pool.THREADS + Pool.QUEUE)).with(executor);

    @Override
    Future<?> submit(Work operation) {
        return failsafe.getAsync(operation);
    }

    @Override
    public void close() {
        end(executor);
    }
}
