// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.ContextPropagator.Scope;
import io.watertight.ContextPropagator.Snapshot;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * The future of a call with a fallback method: it completes as the call does, or as the future that the method answers
 * with. A caller that ends it early has left: before anybody is told of the end, a call that still waits for a permit is
 * withdrawn, and the fallback method is not asked.
 */
final class AnsweredCall extends CompletableFuture<@Nullable Object> {
    private final CompletableFuture<@Nullable Object> call;
    private final MethodInvocation invocation;
    private final FallbackMethods fallback;
    private final Snapshot callersContext;
    private volatile @Nullable CompletionStage<?> answer;
    private volatile boolean left;

    AnsweredCall(
            CompletableFuture<@Nullable Object> call,
            MethodInvocation invocation,
            FallbackMethods fallback,
            Snapshot callersContext) {
        this.call = call;
        this.invocation = invocation;
        this.fallback = fallback;
        this.callersContext = callersContext;
    }

    AnsweredCall start() {
        var unused = call.whenComplete((value, failure) -> {
            if (failure == null) {
                settle(value, null);
            } else if (!left && !isDone()) {
                answer(FutureCall.unwrap(failure));
            }
        });
        return this;
    }

    private void answer(Throwable cause) {
        try (Scope scope = callersContext.open()) {
            CompletionStage<?> stage = stage(fallback.answer(invocation, cause));
            answer = stage;
            var unused = stage.whenComplete(this::settle);
        } catch (Throwable failure) {
            settle(null, failure);
        }
    }

    private static CompletionStage<?> stage(@Nullable Object answer) {
        return switch (answer) {
            case CompletionStage<?> stage -> stage;
            case Future<?> future -> FutureEnd.of(future, "fallback");
            case null, default ->
                throw new NullPointerException("The fallback method returned null: return a future, for instance"
                        + " CompletableFuture.completedFuture(null)");
        };
    }

    private void settle(@Nullable Object value, @Nullable Throwable failure) {
        if (left) {
            return;
        }
        if (failure == null) {
            super.complete(value);
        } else {
            super.completeExceptionally(failure);
        }
    }

    private void leave() {
        left = true;
        call.complete(null); // withdraws it if it still waits; the method's own future runs on
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        left = true;
        call.cancel(mayInterruptIfRunning);
        if (answer instanceof Future<?> future) {
            future.cancel(mayInterruptIfRunning);
        }
        return super.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean complete(@Nullable Object value) {
        leave();
        return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        leave();
        return super.completeExceptionally(failure);
    }

    @Override
    public CompletableFuture<@Nullable Object> completeAsync(
            Supplier<? extends @Nullable Object> supplier, Executor executor) {
        executor.execute(() -> {
            try {
                complete(supplier.get());
            } catch (Throwable failure) {
                completeExceptionally(failure);
            }
        });
        return this;
    }

    @Override
    public void obtrudeValue(@Nullable Object value) {
        leave();
        super.obtrudeValue(value);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        leave();
        super.obtrudeException(failure);
    }

    /** Plain: what depends on this future has no call of its own to leave. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
