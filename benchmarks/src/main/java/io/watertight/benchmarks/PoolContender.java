// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import dev.failsafe.function.CheckedSupplier;
import io.watertight.Operation;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** One pool of threads for one dependency, made with one library; see {@link Contender} for why it is a class. */
abstract class PoolContender implements AutoCloseable {
    /** An operation in the shape that each library asks for: as callers write it, without an adapter between. */
    interface Work extends Supplier<Object>, Operation<Object, RuntimeException>, CheckedSupplier<Object> {
        @Override
        default Object call() {
            return get();
        }
    }

    /** Submits the operation; its future, or whatever the library gives that becomes one. */
    abstract Future<?> submit(Work operation);

    /** Submits the operation and waits for its result. */
    Object call(Work operation) throws ExecutionException, InterruptedException {
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
