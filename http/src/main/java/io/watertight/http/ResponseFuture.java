// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.http.HttpResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of a response. Whatever way it is ended early, an exchange that still waits for its permit is withdrawn first
 * and never starts; cancelling it, or a future derived from it, also cancels an exchange that has started.
 */
final class ResponseFuture<T> extends CompletableFuture<HttpResponse<T>> {
    private final Runnable leaving;
    private volatile @Nullable CompletableFuture<?> call;
    private volatile boolean ending; // by our own caller, whose outcome it will be

    /**
     * The future of an exchange.
     *
     * @param leaving told first when the caller cancels
     */
    ResponseFuture(Runnable leaving) {
        this.leaving = leaving;
    }

    /** To be told before the future is given away. */
    void belongsTo(CompletableFuture<?> call) {
        this.call = call;
    }

    /** The exchange has come to its outcome; false if its caller has left before. */
    boolean deliver(@Nullable HttpResponse<T> response, @Nullable Throwable failure) {
        if (ending) {
            return false;
        }
        if (response != null) {
            return super.complete(response);
        }
        return super.completeExceptionally(failure == null ? new CancellationException() : failure);
    }

    /** Ends the call's own future, which takes it out of the queue; what has started goes on. */
    private void giveUp() {
        ending = true;
        CompletableFuture<?> current = call;
        if (current != null) {
            current.completeExceptionally(new CancellationException());
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        CompletableFuture<?> current = call;
        if (mayInterruptIfRunning && current != null && !isDone()) {
            ending = true;
            leaving.run();
            current.cancel(true);
        } else {
            giveUp();
        }
        return super.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean complete(HttpResponse<T> value) {
        giveUp();
        return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        giveUp();
        return super.completeExceptionally(failure);
    }

    @Override
    public CompletableFuture<HttpResponse<T>> completeAsync(
            Supplier<? extends HttpResponse<T>> supplier, Executor executor) {
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
    public void obtrudeValue(HttpResponse<T> value) {
        giveUp();
        super.obtrudeValue(value);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        giveUp();
        super.obtrudeException(failure);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Derived<>(this);
    }

    /** Can be cancelled like the future it was derived from, as with the JDK's client. */
    private static final class Derived<U> extends CompletableFuture<U> {
        private final ResponseFuture<?> source;

        Derived(ResponseFuture<?> source) {
            this.source = source;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (mayInterruptIfRunning && cancelled) {
                source.cancel(true);
            }
            return cancelled;
        }

        @Override
        public <V> CompletableFuture<V> newIncompleteFuture() {
            return new Derived<>(source);
        }
    }
}
