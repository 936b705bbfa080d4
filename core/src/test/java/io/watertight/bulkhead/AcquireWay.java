// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.Operation;
import io.watertight.Policy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A bulkhead whose blocking calls hold a permit by hand. */
record AcquireWay(Bulkhead bulkhead) implements Policy {
    @Override
    public String name() {
        return bulkhead.name();
    }

    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        try (Permit permit = bulkhead.acquire()) {
            return operation.call();
        }
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        return bulkhead.callAsync(operation);
    }
}
