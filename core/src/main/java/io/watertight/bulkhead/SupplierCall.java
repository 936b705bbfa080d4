// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.ContextPropagator.Snapshot;
import io.watertight.timer.Interruption;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A call whose operation has ended when its stage has; it keeps its place until then, though not its thread. */
final class SupplierCall<T extends @Nullable Object> extends PooledCall<T> {
    private final Supplier<? extends @Nullable CompletionStage<T>> operation;

    SupplierCall(
            ThreadPoolBulkhead bulkhead, Snapshot context, Supplier<? extends @Nullable CompletionStage<T>> operation) {
        super(bulkhead, context);
        this.operation = operation;
    }

    @Override
    void work(Interruption interruption) {
        follow(bulkhead.name(), () -> {
            try {
                return operation.get();
            } finally {
                interruption.finish(false);
            }
        });
    }
}
