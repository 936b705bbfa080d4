// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.ContextPropagator.Snapshot;
import io.watertight.ResilientException;
import io.watertight.TimeoutExceededException;
import io.watertight.async.Hop;
import io.watertight.async.StageFuture;
import io.watertight.timer.Alarm;
import io.watertight.timer.Interruption;
import io.watertight.timer.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * One call of a thread-pool bulkhead: the task for the worker, the future for the caller, and the node in the list of
 * its {@link Places place}.
 *
 * <p>Every turn of its life is one compare-and-set: {@code PENDING → RUNNING} on the worker, {@code PENDING → ENDED} by
 * whoever gives it up before it has started, {@code RUNNING → TIMED_OUT} and {@code RUNNING → LEFT} by a timeout or a close
 * that lets the caller go while the operation runs on, and at last {@code → ENDED}, which frees the place and then completes the future.
 */
abstract class PooledCall<T extends @Nullable Object> extends StageFuture<T> implements Runnable {
    private static final int PENDING = 0;
    private static final int RUNNING = 1;
    private static final int LEFT = 2;
    private static final int ENDED = 3;
    private static final int TIMED_OUT = 4;

    @SuppressWarnings("rawtypes") // a class literal has no type arguments
    private static final AtomicIntegerFieldUpdater<PooledCall> STATE =
            AtomicIntegerFieldUpdater.newUpdater(PooledCall.class, "state");

    final ThreadPoolBulkhead bulkhead;
    private final Snapshot context;
    private final long submittedAt;
    private volatile int state;
    private long permittedAt;
    private @Nullable Interruption interruption; // published by state = RUNNING
    private volatile @Nullable Alarm alarm;

    /** These three belong to the list that the call is in. */
    @Nullable
    CallList list;

    @Nullable
    PooledCall<?> previous;

    @Nullable
    PooledCall<?> next;

    PooledCall(ThreadPoolBulkhead bulkhead, Snapshot context) {
        this.bulkhead = bulkhead;
        this.context = context;
        this.submittedAt = bulkhead.events().wantPermitted() ? System.nanoTime() : 0;
    }

    /** Does the work, ends the interruption right after it, and sees to it that {@link #ended} is called. */
    abstract void work(Interruption interruption);

    @Override
    public final void run() {
        var mine = new Interruption(Thread.currentThread());
        interruption = mine;
        if (!STATE.compareAndSet(this, PENDING, RUNNING)) {
            return;
        }
        try {
            Hop.run(bulkhead.name(), context, () -> {
                long waited = submittedAt == 0 ? 0 : System.nanoTime() - submittedAt;
                permittedAt = bulkhead.events().permitted(waited);
                work(mine);
            });
        } catch (Throwable noContext) {
            mine.finish(false);
            ended(null, noContext);
        }
        var unused = Thread.interrupted(); // left set by the operation, and not for the thread's next call
    }

    @Override
    protected final void ended(@Nullable T value, @Nullable Throwable failure) {
        int before = STATE.getAndSet(this, ENDED);
        if (before == ENDED) {
            return;
        }
        cancelAlarm();
        bulkhead.leave(this);
        bulkhead.events().finished(permittedAt);
        if (before == RUNNING) {
            settle(value, failure);
        } else if (before == TIMED_OUT) {
            bulkhead.events().straggled(permittedAt);
        }
    }

    /** Takes the call out for good, if its operation has not started; it never will. */
    final boolean giveUp() {
        if (!STATE.compareAndSet(this, PENDING, ENDED)) {
            return false;
        }
        cancelAlarm();
        bulkhead.leave(this);
        return true;
    }

    /** There is no thread for it; returns the call that has its place now. */
    final @Nullable PooledCall<?> couldNotStart(Throwable failure) {
        if (!STATE.compareAndSet(this, PENDING, ENDED)) {
            return null; // whoever gave it up has seen to its place
        }
        cancelAlarm();
        PooledCall<?> heir = bulkhead.places().leave(this);
        settle(null, bulkhead.places().isClosed() ? bulkhead.rejectedAsClosed() : failure);
        return heir;
    }

    /** Gives up and fails; does nothing if the operation has started. */
    final void giveUp(Throwable failure) {
        if (giveUp()) {
            settle(null, failure);
        }
    }

    /** Sets the timeout of a call that was admitted; it may have ended meanwhile. */
    final void setTimeout(Duration timeout, long nanos) {
        var limit = new Alarm() {
            @Override
            protected void ring() {
                Hop.runElsewhere(bulkhead.name(), context, () -> timedOut(timeout));
            }
        };
        alarm = limit;
        Timer.shared().set(limit, nanos);
        if (state == ENDED) {
            cancelAlarm();
        }
    }

    private void timedOut(Duration timeout) {
        boolean started = STATE.compareAndSet(this, RUNNING, TIMED_OUT);
        if (started) {
            stopWork();
        } else if (!giveUp()) {
            return; // it ended in time
        }
        bulkhead.events().timedOut(timeout, started);
        settle(null, new TimeoutExceededException(bulkhead.name(), timeout));
    }

    /** The bulkhead is being closed. */
    final void close() {
        if (STATE.compareAndSet(this, RUNNING, LEFT)) {
            stopWork();
            settle(
                    null,
                    new ResilientException(
                            "Bulkhead '" + bulkhead.name() + "' was closed while the call ran; it was interrupted",
                            null));
        } else if (giveUp()) {
            settle(null, bulkhead.rejectedAsClosed());
        }
    }

    private void stopWork() {
        Interruption running = interruption;
        if (running != null) {
            running.fire();
        }
        cancelStage();
    }

    private void cancelAlarm() {
        Alarm set = alarm;
        if (set != null) {
            Timer.shared().cancel(set);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled && state == RUNNING) {
            stopWork();
        }
        return cancelled;
    }

    @Override
    protected boolean withdraw() {
        return giveUp();
    }
}
