// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import io.watertight.Operation;
import io.watertight.Policy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Forgets to complete its futures. */
record NeverEnding() implements Policy {
    @Override
    public String name() {
        return "never ending";
    }

    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        return operation.call();
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        return new CompletableFuture<>();
    }
}
