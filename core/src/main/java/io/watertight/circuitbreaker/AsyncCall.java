// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.async.StageFuture;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call that was let through. It is counted once, when its stage has ended, before the caller's future
 * completes: whoever is told "done" finds the circuit breaker in the state that follows.
 */
final class AsyncCall<T extends @Nullable Object> extends StageFuture<T> {
    private final CallRecorder recorder;
    private final CircuitState admitted;
    private final long startedAt;
    private final AtomicBoolean counted = new AtomicBoolean();

    AsyncCall(CallRecorder recorder, CircuitState admitted, long startedAt) {
        this.recorder = recorder;
        this.admitted = admitted;
        this.startedAt = startedAt;
    }

    void start(Supplier<? extends @Nullable CompletionStage<T>> operation) {
        follow(recorder.name(), operation);
    }

    @Override
    protected void ended(@Nullable T value, @Nullable Throwable failure) {
        if (counted.compareAndSet(false, true)) {
            Throwable own = failure == null ? null : unwrap(failure);
            boolean cancelled = isCancelled() || own instanceof CancellationException;
            recorder.ended(admitted, startedAt, own, cancelled);
        }
        settle(value, failure);
    }
}
