// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for a permit of a semaphore, first come first served.
 *
 * <p><b>Why not the semaphore's own queue?</b> A waiting asynchronous call can be cancelled by another thread. In the
 * semaphore's queue a cancelled waiter may still be handed a permit before it notices, and until it has given that back
 * a caller that fails fast is told "full" while nothing runs. Here "is this waiter still wanted?" and "take a permit"
 * are one step under one lock, so a waiter that was cancelled never holds a permit. Both kinds of caller wait in this
 * one queue, so first come first served holds between them too.
 *
 * <p><b>How it works.</b> As in {@link java.util.concurrent.locks.AbstractQueuedSynchronizer}: only the head of the
 * queue tries for a permit; it declares itself asleep <em>before</em> its last try; a release first returns the permit
 * and <em>then</em> looks for a sleeping head. In the total order of these volatile accesses either the head sees the
 * permit or the release sees the sleeper, so no wake-up is lost. Whoever leaves as head passes the wake-up on if a
 * permit is left. A release does not hand its permit over: whoever is running may take it first (barging), which is
 * what makes an unfair bulkhead fast; in a fair one a newcomer gets only what the queue {@linkplain #takeSpare leaves}.
 *
 * <p>The lock guards the links and is never held while a thread parks or user code runs.
 */
final class WaitingRoom {
    /** How a wait ended. */
    enum Outcome {
        /** With a permit. */
        ADMITTED,
        /** Without one, at the deadline. */
        EXPIRED,
        /** Without one, since another thread {@linkplain #withdraw withdrew} the waiter. */
        WITHDRAWN
    }

    /** One waiting call. All but {@code asleep} changes under the room's lock only. */
    static final class Waiter {
        private @Nullable Thread thread; // set before the first asleep, read after it
        private volatile boolean asleep;
        private volatile boolean queued;
        private @Nullable Waiter previous;
        private @Nullable Waiter next;
    }

    private final Semaphore permits;
    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Waiter head;
    private @Nullable Waiter tail;
    private final AtomicInteger size = new AtomicInteger(); // written under the lock, so no fence is needed

    WaitingRoom(Semaphore permits, int capacity) {
        this.permits = permits;
        this.capacity = capacity;
    }

    int size() {
        return size.get();
    }

    /** Takes the last place in the queue; false if the room is full. */
    boolean enter(Waiter waiter) {
        lock.lock();
        try {
            if (size.getPlain() >= capacity) {
                return false;
            }
            waiter.queued = true;
            waiter.previous = tail;
            if (tail == null) {
                head = waiter;
            } else {
                tail.next = waiter;
            }
            tail = waiter;
            size.setRelease(size.getPlain() + 1);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits, on the waiter's own thread, for the outcome; the waiter has left the room then. */
    Outcome await(Waiter waiter, long deadline) throws InterruptedException {
        waiter.thread = Thread.currentThread();
        try {
            while (true) {
                waiter.asleep = true;
                if (admit(waiter)) {
                    return Outcome.ADMITTED;
                }
                if (!waiter.queued) {
                    return Outcome.WITHDRAWN;
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return leave(waiter);
                }
                if (waiter.asleep) {
                    LockSupport.parkNanos(this, left);
                }
            }
        } finally {
            withdraw(waiter);
        }
    }

    /** Takes a waiter out of the queue, so that it can no longer get a permit; false if it had left already. */
    boolean withdraw(Waiter waiter) {
        if (!waiter.queued) { // never becomes true again
            return false;
        }
        lock.lock();
        try {
            if (!waiter.queued) {
                return false;
            }
            remove(waiter);
        } finally {
            lock.unlock();
        }
        wake(waiter);
        return true;
    }

    /** Takes a permit past the queue, where more are free than there are calls waiting for one. */
    boolean takeSpare() {
        lock.lock();
        try {
            return permits.availablePermits() > size.getPlain() && permits.tryAcquire();
        } finally {
            lock.unlock();
        }
    }

    /** To be called after every release. */
    void permitReleased() {
        Waiter first = head;
        if (first != null) {
            wake(first);
        }
    }

    private boolean admit(Waiter waiter) {
        if (head != waiter) {
            return false;
        }
        lock.lock();
        try {
            return waiter.queued && head == waiter && take(waiter);
        } finally {
            lock.unlock();
        }
    }

    // A waiter at its deadline takes a free permit even if others stand before it: they entered earlier, so their own
    // deadlines are no later, and nobody is turned away while a permit is free.
    private Outcome leave(Waiter waiter) {
        lock.lock();
        try {
            if (!waiter.queued) {
                return Outcome.WITHDRAWN;
            }
            if (take(waiter)) {
                return Outcome.ADMITTED;
            }
            remove(waiter);
            return Outcome.EXPIRED;
        } finally {
            lock.unlock();
        }
    }

    private boolean take(Waiter waiter) {
        if (!permits.tryAcquire()) {
            return false;
        }
        remove(waiter);
        return true;
    }

    private void remove(Waiter waiter) {
        Waiter before = waiter.previous;
        Waiter after = waiter.next;
        if (before != null) {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        waiter.queued = false;
        waiter.previous = null;
        waiter.next = null;
        size.setRelease(size.getPlain() - 1);
        if (before == null) {
            head = after;
            if (after != null && permits.availablePermits() > 0) {
                wake(after);
            }
        }
    }

    /** Nanoseconds since then, at least one: a call that waited at all is told from one that did not. */
    static long elapsed(long since) {
        return Math.max(1, System.nanoTime() - since);
    }

    private static void wake(Waiter waiter) {
        if (waiter.asleep) {
            waiter.asleep = false;
            LockSupport.unpark(waiter.thread);
        }
    }
}
