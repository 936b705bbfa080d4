// SPDX-License-Identifier: Apache-2.0
package io.watertight.fallback;

import io.watertight.ContextPropagator.Scope;
import io.watertight.ContextPropagator.Snapshot;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The future of one asynchronous call, which completes as the call does, or with the fallback's answer. Whoever ends the
 * future first has no more use for an answer, and the fallback is not asked.
 */
final class AsyncAnswer<T extends @Nullable Object> {
    private final Fallback<T> fallback;
    private final Snapshot callersContext;
    private final CompletableFuture<T> future = new CompletableFuture<>();

    AsyncAnswer(Fallback<T> fallback, Snapshot callersContext) {
        this.fallback = fallback;
        this.callersContext = callersContext;
    }

    CompletableFuture<T> to(CompletionStage<T> call) {
        try {
            call.whenComplete(this::end);
        } catch (Throwable cannotBeListenedTo) {
            end(null, cannotBeListenedTo);
        }
        if (!future.isDone()) {
            CompletionStage<T> watched = future;
            watched.whenComplete((value, failure) -> cancel(call));
        }
        return future;
    }

    private void cancel(CompletionStage<T> call) {
        if (future.isCancelled()) {
            try {
                call.toCompletableFuture().cancel(true);
            } catch (UnsupportedOperationException cannotBeCancelled) {
                // It runs to its end then, and nobody asks for its result.
            }
        }
    }

    private void end(@Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            future.complete(value);
            return;
        }
        Throwable cause = unwrap(failure);
        if (!fallback.appliesTo(cause)) {
            future.completeExceptionally(failure);
        } else if (!future.isDone()) {
            answer(cause);
        }
    }

    private void answer(Throwable cause) {
        Scope scope;
        try {
            scope = callersContext.open();
        } catch (Throwable failure) {
            fallback.failed(cause, failure);
            future.completeExceptionally(failure);
            return;
        }
        T answer;
        try {
            answer = fallback.answer(cause);
        } catch (Throwable failure) {
            future.completeExceptionally(failure);
            return;
        } finally {
            close(scope);
        }
        future.complete(answer);
    }

    private void close(Scope scope) {
        try {
            scope.close();
        } catch (Throwable failure) {
            System.getLogger("io.watertight")
                    .log(
                            System.Logger.Level.WARNING,
                            "A context could not be closed after a fallback's answer",
                            failure);
        }
    }

    /** The operation's own exception, without what a chain of stages has put around it. */
    private static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }
}
