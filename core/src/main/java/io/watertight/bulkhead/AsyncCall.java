// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.ContextPropagator;
import io.watertight.ContextPropagator.Snapshot;
import io.watertight.async.Hop;
import io.watertight.async.StageFuture;
import io.watertight.bulkhead.WaitingRoom.Waiter;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call, and the future that its caller gets: it waits if it must, starts the operation once it has a
 * permit, and holds the permit until the operation's stage has ended.
 *
 * <p>The future is apart from the permit. Ending it early while the call waits gives up the wait, before anybody is told
 * of the end; cancelling it while the operation runs cancels the operation's stage. Neither releases the permit: only
 * the end of the stage does, and it does so before the future completes, so whoever is told "done" finds the permit
 * free.
 *
 * <p>A call that has to wait does so on a virtual thread of its own, and runs the operation's supplier there: a chain
 * of waiting calls is a chain of threads, not of stack frames.
 */
final class AsyncCall<T extends @Nullable Object> extends StageFuture<T> {
    private final Bulkhead bulkhead;
    private final WaitingRoom room;
    private final Supplier<? extends @Nullable CompletionStage<T>> operation;
    private final HeldPermit permit;
    private final Waiter waiter = new Waiter();

    AsyncCall(Bulkhead bulkhead, WaitingRoom room, Supplier<? extends @Nullable CompletionStage<T>> operation) {
        this.bulkhead = bulkhead;
        this.room = room;
        this.operation = operation;
        this.permit = new HeldPermit(bulkhead);
    }

    /** Runs the operation's supplier on this thread. The permit has just been acquired. */
    void start(long waitedNanos) {
        try {
            permit.acquired(waitedNanos);
        } catch (Throwable noStackLeft) {
            settle(null, noStackLeft);
            return;
        }
        follow(bulkhead.name(), operation);
    }

    /** Takes a place in the queue now, waits there on a virtual thread, and starts on that thread. */
    void startLater(long maxWaitNanos, ContextPropagator propagator) {
        long since = System.nanoTime();
        if (maxWaitNanos == 0 || !room.enter(waiter)) {
            settle(null, bulkhead.rejected(0));
            return;
        }
        try {
            Snapshot context = propagator.capture();
            Thread.ofVirtual()
                    .name(bulkhead.name() + "-wait")
                    .start(() -> awaitPermit(since, since + maxWaitNanos, context));
        } catch (Throwable notStarted) {
            room.withdraw(waiter);
            settle(null, notStarted);
        }
    }

    private void awaitPermit(long since, long deadline, Snapshot context) {
        try {
            Hop.run(bulkhead.name(), context, () -> {
                switch (room.await(waiter, deadline)) {
                    case ADMITTED -> start(WaitingRoom.elapsed(since));
                    case EXPIRED -> settle(null, bulkhead.rejected(WaitingRoom.elapsed(since)));
                    case WITHDRAWN -> {} // whoever withdrew it completes this future
                }
            });
        } catch (InterruptedException e) {
            settle(null, bulkhead.interrupted(e, since));
        } catch (Throwable noContext) {
            room.withdraw(waiter);
            settle(null, noContext);
        }
    }

    @Override
    protected void ended(@Nullable T value, @Nullable Throwable failure) {
        permit.close();
        settle(value, failure);
    }

    @Override
    protected boolean withdraw() {
        return room.withdraw(waiter);
    }
}
