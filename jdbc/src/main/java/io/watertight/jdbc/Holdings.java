// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which threads hold connections of one partition, to tell a wait that cannot succeed from one that can.
 *
 * <p>A thread that holds connections and asks for one more waits for the others. If every permit is held by threads that
 * wait in this way, nobody is left to give one back. That is so exactly when the connections held by waiting holders add
 * up to the size of the partition; one thread that holds all of them is the smallest case.
 *
 * <p>A connection is recorded after its permit was acquired and struck off before its permit is released, so the records
 * never exceed the permits that are held. A waiter that was just granted a permit is not recorded with it yet, so the
 * sum cannot reach the size then, and nobody is refused who could have been served.
 *
 * <p>A connection belongs to the thread that got it until another thread uses it. From then on nobody knows who will
 * close it, and it counts for no one.
 */
final class Holdings {
    /** One thread with connections; at most as many exist as there are permits. */
    private static final class Holder {
        private int held;
        private boolean waiting;
    }

    private final int size;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Thread, Holder> holders = new HashMap<>();
    private int heldByWaiting;

    Holdings(int size) {
        this.size = size;
    }

    /** What a thread that asks for a connection has to be told. */
    enum Verdict {
        /** It holds none: it may wait like anybody. */
        FREE,
        /** It holds some, and is recorded as waiting until {@link #stopWaiting}. */
        NESTED,
        /** It holds all there are. */
        WAITS_FOR_ITSELF,
        /** It and others that wait hold all there are. */
        DEADLOCK
    }

    Verdict startWaiting(Thread thread) {
        lock.lock();
        try {
            Holder holder = holders.get(thread);
            if (holder == null) {
                return Verdict.FREE;
            }
            if (holder.held >= size) {
                return Verdict.WAITS_FOR_ITSELF;
            }
            if (heldByWaiting + holder.held >= size) {
                return Verdict.DEADLOCK;
            }
            holder.waiting = true;
            heldByWaiting += holder.held;
            return Verdict.NESTED;
        } finally {
            lock.unlock();
        }
    }

    void stopWaiting(Thread thread) {
        lock.lock();
        try {
            Holder holder = holders.get(thread);
            if (holder != null && holder.waiting) { // all that it held may have been closed elsewhere meanwhile
                holder.waiting = false;
                heldByWaiting -= holder.held;
            }
        } finally {
            lock.unlock();
        }
    }

    void taken(Lease lease, Thread thread) {
        lock.lock();
        try {
            holders.computeIfAbsent(thread, any -> new Holder()).held++;
            lease.holder = thread;
        } finally {
            lock.unlock();
        }
    }

    /** Strikes a connection off; does nothing if that has happened already. */
    void strikeOff(Lease lease) {
        lock.lock();
        try {
            Thread thread = lease.holder;
            Holder holder = thread == null ? null : holders.get(thread);
            if (holder == null) {
                return;
            }
            lease.holder = null;
            holder.held--;
            if (holder.waiting) {
                heldByWaiting--;
            }
            if (holder.held == 0) {
                holders.remove(thread);
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many connections a thread is known to hold. */
    int heldBy(@Nullable Thread thread) {
        lock.lock();
        try {
            Holder holder = holders.get(thread);
            return holder == null ? 0 : holder.held;
        } finally {
            lock.unlock();
        }
    }
}
