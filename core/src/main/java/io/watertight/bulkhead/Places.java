// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The places of a thread-pool bulkhead: so many for active calls, so many in the queue. Every call is in one of the two
 * lists, or has left; each coming, moving and going is one step under one lock, which is never held while anything else
 * runs.
 *
 * <p>Why not the executor's queue? An executor has a place free only when its worker is back at the queue, a moment after
 * the caller was told "done", and rejects in between. Here a place is free before anybody is told.
 */
final class Places {
    /** What became of a call that asked for a place. */
    enum Admission {
        ACTIVE,
        QUEUED,
        FULL,
        CLOSED
    }

    private final int maxActive;
    private final int maxQueued;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private final CallList active = new CallList();
    private final CallList queue = new CallList();
    private boolean closed;

    Places(int maxActive, int maxQueued) {
        this.maxActive = maxActive;
        this.maxQueued = maxQueued;
    }

    int active() {
        return active.size();
    }

    int queued() {
        return queue.size();
    }

    Admission admit(PooledCall<?> call) {
        lock.lock();
        try {
            if (closed) {
                return Admission.CLOSED;
            }
            if (active.size() < maxActive) {
                active.addLast(call);
                return Admission.ACTIVE;
            }
            if (queue.size() < maxQueued) {
                queue.addLast(call);
                return Admission.QUEUED;
            }
            return Admission.FULL;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a call out; returns the queued call that has its place now and must be started, or null. */
    @Nullable
    PooledCall<?> leave(PooledCall<?> call) {
        lock.lock();
        try {
            if (queue.remove(call) || !active.remove(call)) {
                signalIfEmpty();
                return null;
            }
            PooledCall<?> next = queue.removeFirst();
            if (next != null) {
                active.addLast(next);
            }
            signalIfEmpty();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** From now on nothing is admitted. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until every call has left; false if the time was over first. */
    boolean awaitEmpty(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (active.size() + queue.size() > 0) {
                if (left <= 0) {
                    return false;
                }
                left = empty.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The calls that have a place now, the queued ones first. */
    List<PooledCall<?>> calls() {
        lock.lock();
        try {
            List<PooledCall<?>> all = new ArrayList<>();
            queue.copyTo(all);
            active.copyTo(all);
            return all;
        } finally {
            lock.unlock();
        }
    }

    private void signalIfEmpty() {
        if (active.size() + queue.size() == 0) {
            empty.signalAll();
        }
    }
}
