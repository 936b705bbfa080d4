// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Threads that all wait for the one permit of a contender, to have it passed through all of them in turn.
 *
 * <p>Nobody comes back for a second call before the round is over, so no call can barge: each permit goes to a thread
 * that was asleep. This is what a hand-over costs; with threads that call again and again an unfair semaphore would
 * mostly measure how often a running thread takes the permit it has just given back.
 */
final class Crowd {
    private final Contender contender;
    private final List<Thread> threads;
    private final Holder holder = new Holder();
    private final Semaphore starts = new Semaphore(0);
    private volatile Round round = new Round(0);
    private volatile boolean closed;

    Crowd(Contender contender, int size, ThreadFactory factory) {
        this.contender = contender;
        this.threads = IntStream.range(0, size)
                .mapToObj(i -> factory.newThread(this::callOncePerRound))
                .toList();
        threads.forEach(Thread::start);
    }

    /** Returns once the permit is held by somebody else and every thread of the crowd waits for it. */
    void gather() throws InterruptedException {
        holder.hold(contender);
        var next = new Round(threads.size());
        round = next;
        starts.release(threads.size());
        next.calling.await();
        for (Thread thread : threads) {
            while (!isWaiting(thread)) {
                next.throwFailure();
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            }
        }
    }

    /** Lets the permit go and returns once it went through the hands of every thread. */
    void pass() throws InterruptedException {
        holder.release();
        round.done.await();
        round.throwFailure();
    }

    /** Ends the threads; nobody may hold a permit or wait for one. */
    void end() throws InterruptedException {
        closed = true;
        starts.release(threads.size());
        for (Thread thread : threads) {
            thread.join();
        }
        holder.close();
    }

    private void callOncePerRound() {
        while (true) {
            starts.acquireUninterruptibly();
            if (closed) {
                return;
            }
            round.call(contender);
        }
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** One permit's way through the crowd. */
    private static final class Round {
        private final CountDownLatch calling;
        private final CountDownLatch done;
        private volatile @Nullable Throwable failure;

        Round(int size) {
            this.calling = new CountDownLatch(size);
            this.done = new CountDownLatch(size);
        }

        void call(Contender contender) {
            calling.countDown();
            try {
                contender.call(() -> this);
            } catch (Throwable e) {
                failure = e;
            } finally {
                done.countDown();
            }
        }

        void throwFailure() {
            Throwable cause = failure;
            if (cause != null) {
                throw new IllegalStateException("A call that should have waited failed: " + cause, cause);
            }
        }
    }
}
