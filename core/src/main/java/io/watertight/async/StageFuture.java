// SPDX-License-Identifier: Apache-2.0
package io.watertight.async;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of an asynchronous call under a policy: it follows the stage of the operation, and cancelling it cancels
 * that stage, if the stage can be cancelled.
 *
 * <p>What the caller does to the future and what becomes of the call are two things. The call has {@linkplain #settle
 * settled} when its policy says so, which for all but abandoning ones is when the operation has really ended; the future
 * may have been cancelled or completed long before. A policy around this one follows the former, so that its permit is
 * held by the work and not by the future. A caller that ends the future early has left: the calls inside are told, and
 * those that still wait for a permit or in a queue are withdrawn and never start.
 *
 * @param <T> the type of the result
 */
public abstract class StageFuture<T extends @Nullable Object> extends CompletableFuture<T> {
    /** In the place of the future that a policy around this one follows: the call has settled before one asked. */
    private static final CompletableFuture<?> SETTLED = new CompletableFuture<>();

    @SuppressWarnings("rawtypes") // a class literal has no type arguments
    private static final AtomicReferenceFieldUpdater<StageFuture, @Nullable CompletableFuture> SETTLEMENT =
            AtomicReferenceFieldUpdater.newUpdater(StageFuture.class, CompletableFuture.class, "settlement");

    private volatile @Nullable CompletableFuture<?> settlement; // made when a policy around this one asks for it
    private volatile @Nullable CompletionStage<T> stage;
    private volatile boolean left; // by the caller of a policy around this one
    private volatile boolean ending; // by our own caller, whose outcome it will be

    /** For subclasses. */
    protected StageFuture() {}

    /**
     * Returns the operation's own exception, without what a chain of stages has put around it.
     *
     * @param failure what a stage ended with
     * @return the innermost exception that is not a mere wrapper
     */
    public static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

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
            end(started).whenComplete(this::ended);
        } catch (Throwable failure) {
            ended(null, failure);
        }
        if (isCancelled()) {
            cancelStage();
        } else if (left || isDone()) {
            leaveStage();
        }
    }

    private static <T extends @Nullable Object> CompletionStage<T> end(CompletionStage<T> stage) {
        return stage instanceof StageFuture<T> inner ? inner.settlement() : stage;
    }

    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // nobody but this method makes one; SETTLED is itself
    private CompletionStage<T> settlement() {
        SETTLEMENT.compareAndSet(this, null, new CompletableFuture<T>());
        CompletableFuture<?> current = settlement;
        return current == null || current == SETTLED ? this : (CompletionStage<T>) current;
    }

    @SuppressWarnings("unchecked") // as above
    private void announce(@Nullable T value, @Nullable Throwable failure) {
        CompletableFuture<T> follower = SETTLEMENT.getAndSet(this, SETTLED);
        if (follower == null || follower == SETTLED) {
            return;
        }
        if (failure == null) {
            follower.complete(value);
        } else {
            follower.completeExceptionally(failure);
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
     * The call has come to its outcome: policies around it go on, and the future completes unless its caller has left.
     *
     * @param value the result
     * @param failure the failure, or null
     */
    protected final void settle(@Nullable T value, @Nullable Throwable failure) {
        announce(value, failure);
        if (ending) {
            return;
        }
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

    /**
     * Sees to it that the operation never starts, if it has not started yet; the call has no other outcome then.
     *
     * @return true if it will never start; false if it has started, or had been withdrawn before
     */
    protected boolean withdraw() {
        return false;
    }

    private void callerLeaves() {
        left = true;
        if (withdraw()) {
            announce(null, new CancellationException());
            super.cancel(false);
        } else {
            leaveStage();
        }
    }

    private void leaveStage() {
        if (stage instanceof StageFuture<?> inner) {
            inner.callerLeaves();
        }
    }

    // Every way to end the future early first withdraws what has not started, so nothing starts after it.

    private void giveUp() {
        ending = true;
        if (withdraw()) {
            announce(null, new CancellationException());
        } else {
            leaveStage();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        giveUp();
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            cancelStage();
        }
        return cancelled;
    }

    @Override
    public final boolean complete(T value) {
        giveUp();
        return super.complete(value);
    }

    @Override
    public final boolean completeExceptionally(Throwable failure) {
        giveUp();
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
        giveUp();
        super.obtrudeValue(value);
    }

    @Override
    public final void obtrudeException(Throwable failure) {
        giveUp();
        super.obtrudeException(failure);
    }

    /** Plain: what depends on this future has no stage of its own to cancel. */
    @Override
    public final <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
