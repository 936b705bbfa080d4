// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.ResilientException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A policy whose blocking calls go by {@code callAsync}, so that the laws are held on that path too. */
public record AsyncWay(Policy policy) implements Policy {
    @Override
    public String name() {
        return policy.name();
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the operation can throw nothing but X
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        CompletableFuture<T> future = policy.callAsync(() -> onThreadOfItsOwn(operation));
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw (X) e.getCause();
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new ResilientException("gave up", e);
        }
    }

    private static <T extends @Nullable Object> CompletionStage<T> onThreadOfItsOwn(
            Operation<? extends T, ?> operation) {
        var stage = new CompletableFuture<T>();
        Thread.ofVirtual().start(() -> {
            try {
                stage.complete(operation.call());
            } catch (Throwable failure) {
                stage.completeExceptionally(failure);
            }
        });
        return stage;
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        return policy.callAsync(operation);
    }
}
