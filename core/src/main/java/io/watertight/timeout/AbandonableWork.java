// SPDX-License-Identifier: Apache-2.0
package io.watertight.timeout;

import io.watertight.ContextPropagator.Snapshot;
import io.watertight.Operation;
import io.watertight.async.Hop;
import io.watertight.timer.Interruption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An operation on a virtual thread, whose caller waits for it or leaves it behind; which of the two is decided once. */
final class AbandonableWork<T extends @Nullable Object, X extends Throwable> {
    private enum State {
        RUNNING,
        ENDED,
        ABANDONED
    }

    private final Timeout timeout;
    private final Operation<? extends T, X> operation;
    private final long since;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Interruption interruption; // set before the thread starts
    private @Nullable T result; // both published by the latch
    private @Nullable Throwable failure;

    AbandonableWork(Timeout timeout, Operation<? extends T, X> operation, long since) {
        this.timeout = timeout;
        this.operation = operation;
        this.since = since;
    }

    void start(Snapshot context) {
        Thread thread = Thread.ofVirtual().name(timeout.name() + "-timeout").unstarted(() -> run(context));
        interruption = new Interruption(thread);
        thread.start();
    }

    boolean await(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Leaves the operation behind and interrupts it; false if it has ended first. */
    boolean abandon() {
        if (!state.compareAndSet(State.RUNNING, State.ABANDONED)) {
            return false;
        }
        if (interruption != null) {
            interruption.fire();
        }
        return true;
    }

    /** The outcome of an operation that has ended: its result, or what it threw. */
    @SuppressWarnings({"unchecked", "NullAway"
    }) // the operation throws X or unchecked; null is a T where it is the result
    T outcome() throws X {
        if (failure != null) {
            throw (X) failure;
        }
        return result;
    }

    private void run(Snapshot context) {
        try {
            Hop.run(timeout.name(), context, this::runInContext);
        } catch (Throwable contextFailure) {
            failure = contextFailure;
            end();
        }
    }

    private void runInContext() {
        try {
            result = operation.call();
        } catch (Throwable thrown) {
            failure = thrown;
        }
        end();
    }

    private void end() {
        if (interruption != null) {
            interruption.finish(failure instanceof InterruptedException);
        }
        boolean inTime = state.compareAndSet(State.RUNNING, State.ENDED);
        ended.countDown();
        if (!inTime) {
            timeout.straggled(since);
        }
    }
}
