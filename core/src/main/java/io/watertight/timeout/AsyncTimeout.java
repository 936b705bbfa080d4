// SPDX-License-Identifier: Apache-2.0
package io.watertight.timeout;

import io.watertight.ContextPropagator.Snapshot;
import io.watertight.async.Hop;
import io.watertight.async.StageFuture;
import io.watertight.timer.Alarm;
import io.watertight.timer.Timer;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One asynchronous call under a timeout. Whether its stage ended in time is decided once. */
final class AsyncTimeout<T extends @Nullable Object> extends StageFuture<T> {
    private enum State {
        RUNNING,
        ENDED,
        EXCEEDED
    }

    private final Timeout timeout;
    private final boolean abandonment;
    private final Snapshot context;
    private final long since;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private final Alarm alarm = new Alarm() {
        @Override
        protected void ring() {
            if (state.compareAndSet(State.RUNNING, State.EXCEEDED)) {
                Hop.runElsewhere(timeout.name(), context, AsyncTimeout.this::exceeded);
            }
        }
    };

    AsyncTimeout(Timeout timeout, boolean abandonment, Snapshot context) {
        this.timeout = timeout;
        this.context = context;
        this.abandonment = abandonment;
        this.since = timeout.now();
    }

    void start(Supplier<? extends @Nullable CompletionStage<T>> operation, long limitNanos) {
        try {
            Timer.shared().set(alarm, limitNanos);
        } catch (Throwable noThread) {
            settle(null, noThread);
            return;
        }
        follow(timeout.name(), operation);
        if (state.get() == State.EXCEEDED) {
            cancelStage();
        }
    }

    private void exceeded() {
        if (abandonment) {
            settle(null, timeout.exceeded(since, null));
        }
        cancelStage();
    }

    @Override
    protected void ended(@Nullable T value, @Nullable Throwable failure) {
        if (state.compareAndSet(State.RUNNING, State.ENDED)) {
            Timer.shared().cancel(alarm);
            timeout.finished(since);
            settle(value, failure);
        } else if (state.get() == State.EXCEEDED) {
            if (abandonment) {
                timeout.straggled(since);
            } else {
                settle(null, timeout.exceeded(since, failure));
            }
        }
    }
}
