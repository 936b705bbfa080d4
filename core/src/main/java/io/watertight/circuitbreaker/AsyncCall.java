// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call that was let through. It is counted once, when its stage has ended, before the caller's future
 * completes: whoever is told "done" finds the circuit breaker in the state that follows.
 */
final class AsyncCall<T extends @Nullable Object> implements BiConsumer<T, @Nullable Throwable> {
    private final CallRecorder recorder;
    private final CircuitState admitted;
    private final long startedAt;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final AtomicBoolean counted = new AtomicBoolean();

    AsyncCall(CallRecorder recorder, CircuitState admitted, long startedAt) {
        this.recorder = recorder;
        this.admitted = admitted;
        this.startedAt = startedAt;
    }

    CompletableFuture<T> start(Supplier<? extends @Nullable CompletionStage<T>> operation) {
        try {
            CompletionStage<T> stage = operation.get();
            if (stage == null) {
                throw new NullPointerException("The operation of circuit breaker '" + recorder.name()
                        + "' returned null: return a stage, for instance CompletableFuture.completedFuture(null)");
            }
            stage.whenComplete(this);
            if (!future.isDone()) {
                CompletionStage<T> watched = future;
                watched.whenComplete((value, failure) -> cancel(stage));
            }
        } catch (Throwable failure) {
            end(null, failure);
        }
        return future;
    }

    private void cancel(CompletionStage<T> stage) {
        if (future.isCancelled()) {
            try {
                stage.toCompletableFuture().cancel(true);
            } catch (UnsupportedOperationException cannotBeCancelled) {
                // It runs to its end then, and is counted as cancelled all the same.
            }
        }
    }

    @Override
    public void accept(T value, @Nullable Throwable failure) {
        end(value, failure);
    }

    private void end(@Nullable T value, @Nullable Throwable failure) {
        if (counted.compareAndSet(false, true)) {
            Throwable own = failure == null ? null : FailureCheck.unwrap(failure);
            boolean cancelled = future.isCancelled() || own instanceof CancellationException;
            recorder.ended(admitted, startedAt, own, cancelled);
        }
        if (failure == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(failure);
        }
    }
}
