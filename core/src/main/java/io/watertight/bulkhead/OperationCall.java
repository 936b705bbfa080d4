// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.ContextPropagator.Snapshot;
import io.watertight.Operation;
import io.watertight.timer.Interruption;
import org.jspecify.annotations.Nullable;

/** A call whose operation has ended when it has returned. */
final class OperationCall<T extends @Nullable Object> extends PooledCall<T> {
    private final Operation<? extends T, ?> operation;

    OperationCall(ThreadPoolBulkhead bulkhead, Snapshot context, Operation<? extends T, ?> operation) {
        super(bulkhead, context);
        this.operation = operation;
    }

    @Override
    void work(Interruption interruption) {
        T result = null;
        Throwable failure = null;
        try {
            result = operation.call();
        } catch (Throwable thrown) {
            failure = thrown;
        }
        interruption.finish(failure instanceof InterruptedException);
        ended(result, failure);
    }
}
