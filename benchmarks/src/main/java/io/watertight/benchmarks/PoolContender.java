// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** One pool of threads for one dependency, made with one library; see {@link Contender} for why it is a class. */
abstract class PoolContender implements AutoCloseable {
    /** Submits the operation; its future, or whatever the library gives that becomes one. */
    abstract Future<?> submit(Supplier<?> operation);

    /** Submits the operation and waits for its result. */
    Object call(Supplier<?> operation) throws ExecutionException, InterruptedException {
        return submit(operation).get();
    }

    /** Ends the threads. */
    @Override
    public abstract void close();

    /** Ends the threads of an executor at once. */
    static void end(ExecutorService executor) {
        executor.shutdownNow();
    }
}
