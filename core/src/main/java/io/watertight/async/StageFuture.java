// SPDX-License-Identifier: Apache-2.0
package io.watertight.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of an asynchronous call under a policy: it follows the stage of the operation, and cancelling it cancels
 * that stage, if the stage can be cancelled.
 *
 * @param <T> the type of the result
 */
public abstract class StageFuture<T extends @Nullable Object> extends CompletableFuture<T> {
    private volatile @Nullable CompletionStage<T> stage;

    /** For subclasses. */
    protected StageFuture() {}

    /**
     * Runs the operation's supplier on this thread; {@link #ended} is told how it ended, whatever goes wrong. Never
     * throws.
     *
     * @param policy the name of the policy, for messages
     * @param operation starts the work
     */
    protected final void follow(String policy, Supplier<? extends @Nullable CompletionStage<T>> operation) {
        try {
            CompletionStage<T> started = operation.get();
            if (started == null) {
                throw new NullPointerException("The operation of '" + policy
                        + "' returned null: return a stage, for instance CompletableFuture.completedFuture(null)");
            }
            stage = started;
            started.whenComplete(this::ended);
        } catch (Throwable failure) {
            ended(null, failure);
        }
        if (isCancelled()) {
            cancelStage();
        }
    }

    /**
     * The operation has ended. Must not throw; may be called again by a stage that breaks its contract.
     *
     * @param value its result
     * @param failure its failure, or null
     */
    protected abstract void ended(@Nullable T value, @Nullable Throwable failure);

    /**
     * Completes this future.
     *
     * @param value the result
     * @param failure the failure, or null
     */
    protected final void settle(@Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            super.complete(value);
        } else {
            super.completeExceptionally(failure);
        }
    }

    /** Cancels the stage, if there is one and it can be cancelled; otherwise it runs to its end. */
    protected final void cancelStage() {
        CompletionStage<T> running = stage;
        if (running != null) {
            try {
                running.toCompletableFuture().cancel(true);
            } catch (UnsupportedOperationException cannotBeCancelled) {
                // and so it runs on, and keeps what it holds
            }
        }
    }

    /** The caller is about to end this future early; what has not started yet must not start any more. */
    protected void givenUp() {}

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        givenUp();
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            cancelStage();
        }
        return cancelled;
    }

    @Override
    public final boolean complete(T value) {
        givenUp();
        return super.complete(value);
    }

    @Override
    public final boolean completeExceptionally(Throwable failure) {
        givenUp();
        return super.completeExceptionally(failure);
    }

    @Override
    public final CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
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
    public final void obtrudeValue(T value) {
        givenUp();
        super.obtrudeValue(value);
    }

    @Override
    public final void obtrudeException(Throwable failure) {
        givenUp();
        super.obtrudeException(failure);
    }

    /** Plain: what depends on this future has no stage of its own to cancel. */
    @Override
    public final <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
