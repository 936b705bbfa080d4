// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The end of a future that tells nobody of it. A virtual thread waits for it: nothing else can, and the permit must not
 * come back before.
 */
final class FutureEnd extends CompletableFuture<@Nullable Object> {
    private final Future<?> future;

    private FutureEnd(Future<?> future) {
        this.future = future;
    }

    static FutureEnd of(Future<?> future, String name) {
        var end = new FutureEnd(future);
        if (future.isDone()) {
            end.await();
            return end;
        }
        try {
            Thread.ofVirtual().name(name + "-end").start(end::await);
            return end;
        } catch (Throwable noThread) {
            future.cancel(true);
            throw noThread;
        }
    }

    private void await() {
        while (!isDone()) {
            try {
                complete(future.get());
            } catch (InterruptedException notOurs) {
                // the permit stays with the work
            } catch (ExecutionException e) {
                completeExceptionally(e.getCause() == null ? e : e.getCause());
            } catch (CancellationException e) {
                super.cancel(false);
            } catch (Throwable brokenFuture) {
                completeExceptionally(brokenFuture);
            }
        }
    }

    /** Cancels the future; this one ends when that has. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return future.cancel(mayInterruptIfRunning);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
