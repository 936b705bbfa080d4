// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.bulkhead.WaitingRoom.Waiter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call: it waits if it must, starts the operation once it has a permit, and holds the permit until the
 * operation's stage has ended.
 *
 * <p>The future that the caller gets is apart from the permit. Ending it early while the call waits gives up the wait;
 * cancelling it while the operation runs cancels the operation's stage. Neither releases the permit: only the end of
 * the stage does, and it does so before the future completes, so whoever is told "done" finds the permit free.
 *
 * <p>A call that has to wait does so on a virtual thread of its own, and runs the operation's supplier there: a chain
 * of waiting calls is a chain of threads, not of stack frames.
 */
final class AsyncCall<T extends @Nullable Object> {
    private final Bulkhead bulkhead;
    private final Supplier<? extends @Nullable CompletionStage<T>> operation;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final HeldPermit permit;

    AsyncCall(Bulkhead bulkhead, Supplier<? extends @Nullable CompletionStage<T>> operation) {
        this.bulkhead = bulkhead;
        this.operation = operation;
        this.permit = new HeldPermit(bulkhead);
    }

    CompletableFuture<T> result() {
        return result;
    }

    /** Runs the operation's supplier on this thread. The permit has just been acquired. */
    void start(long waitedNanos) {
        CompletionStage<T> stage;
        try {
            permit.acquired(waitedNanos);
            stage = operation.get();
            if (stage == null) {
                throw new NullPointerException("The operation of bulkhead '" + bulkhead.name()
                        + "' returned null: return a stage, for instance CompletableFuture.completedFuture(null)");
            }
            stage.whenComplete(this::end);
        } catch (Throwable failure) {
            end(null, failure);
            return;
        }
        if (!result.isDone() || result.isCancelled()) {
            var unused = result.whenComplete((value, failure) -> {
                if (result.isCancelled()) {
                    cancel(stage);
                }
            });
        }
    }

    /** Takes a place in the queue now, waits there on a virtual thread, and starts on that thread. */
    void startLater(WaitingRoom room, long maxWaitNanos) {
        long since = System.nanoTime();
        var waiter = new Waiter();
        if (maxWaitNanos == 0 || !room.enter(waiter)) {
            fail(bulkhead.rejected(0));
            return;
        }
        try {
            var unused = result.whenComplete((value, failure) -> room.withdraw(waiter));
            Thread.ofVirtual()
                    .name(bulkhead.name() + "-wait")
                    .start(() -> awaitPermit(room, waiter, since, maxWaitNanos));
        } catch (Throwable noThread) {
            room.withdraw(waiter);
            fail(noThread);
        }
    }

    private void awaitPermit(WaitingRoom room, Waiter waiter, long since, long maxWaitNanos) {
        try {
            if (room.await(waiter, since + maxWaitNanos)) {
                start(WaitingRoom.elapsed(since));
            } else if (!result.isDone()) { // else the caller gave up the wait
                fail(bulkhead.rejected(WaitingRoom.elapsed(since)));
            }
        } catch (InterruptedException e) {
            fail(bulkhead.interrupted(e, since));
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private void end(@Nullable T value, @Nullable Throwable failure) {
        permit.close();
        if (failure == null) {
            result.complete(value);
        } else {
            fail(failure);
        }
    }

    private void fail(Throwable failure) {
        result.completeExceptionally(failure);
    }

    private static void cancel(CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (UnsupportedOperationException cannotBeCancelled) {
            // It runs to its end then, and so long the permit is held.
        }
    }
}
