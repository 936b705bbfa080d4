// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.watertight.CallObserver;
import io.watertight.ObservablePolicy;
import io.watertight.Operation;
import io.watertight.Subscription;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A policy that only knows who observes it. */
final class ObservedPolicy implements ObservablePolicy {
    private final Set<CallObserver> observers = ConcurrentHashMap.newKeySet();

    int observers() {
        return observers.size();
    }

    @Override
    public Subscription observe(CallObserver observer) {
        observers.add(observer);
        return () -> observers.remove(observer);
    }

    @Override
    public String name() {
        return "observed";
    }

    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        return operation.call();
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        throw new UnsupportedOperationException();
    }
}
