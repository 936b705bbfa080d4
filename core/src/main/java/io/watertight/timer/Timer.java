// SPDX-License-Identifier: Apache-2.0
package io.watertight.timer;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Rings alarms at their time, all on one daemon thread that is there only while it has something to do.
 *
 * <p><b>Why not a {@code ScheduledThreadPoolExecutor}?</b> Nearly every alarm of a timeout is cancelled, and mostly it was
 * the only one. There the next alarm becomes the head of an empty queue and wakes the thread, a thread switch for every
 * call. Here the thread notes until when it sleeps and is woken only by an alarm that is due before; an alarm that was
 * cancelled leaves it asleep. So calls in sequence under one timeout wake it once per timeout, not once per call.
 *
 * <p>A binary heap by deadline whose entries know their place, so a cancelled alarm is removed at once in O(log n) and
 * nothing is left behind.
 */
public final class Timer {
    private static final Timer SHARED = new Timer("watertight-timer", TimeUnit.SECONDS.toNanos(10));

    private final String threadName;
    private final long idleNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sooner = lock.newCondition();
    private @Nullable Alarm[] heap = new Alarm[64];
    private int size;
    private @Nullable Thread thread;
    private boolean asleep;
    private long wakesAt = System.nanoTime();

    Timer(String threadName, long idleNanos) {
        this.threadName = threadName;
        this.idleNanos = idleNanos;
    }

    /**
     * Returns the timer that all policies share.
     *
     * @return the timer
     */
    public static Timer shared() {
        return SHARED;
    }

    /**
     * Sets an alarm.
     *
     * @param alarm rings after the delay; set once only
     * @param delayNanos the delay
     */
    public void set(Alarm alarm, long delayNanos) {
        long deadline = System.nanoTime() + delayNanos;
        lock.lock();
        try {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            if (thread == null) {
                startThread();
            }
            alarm.deadline = deadline;
            siftUp(size++, alarm);
            if (asleep && deadline - wakesAt < 0) {
                wakesAt = deadline;
                asleep = false;
                sooner.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes an alarm back. Does nothing if it has rung, or is about to.
     *
     * @param alarm the alarm
     */
    public void cancel(Alarm alarm) {
        lock.lock();
        try {
            if (alarm.index != Alarm.NOT_SET) {
                remove(alarm);
            }
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    private void startThread() {
        Thread starting = Thread.ofPlatform()
                .daemon()
                .name(threadName)
                .inheritInheritableThreadLocals(false)
                .unstarted(this::run);
        starting.setContextClassLoader(null); // must not keep an application from being unloaded
        starting.start();
        thread = starting;
    }

    private void run() {
        lock.lock();
        try {
            while (true) {
                long now = System.nanoTime();
                Alarm first = heap[0];
                if (first == null) {
                    if (wakesAt - now > 0) {
                        sleepUntil(wakesAt); // the alarm it was woken for is gone already; the next one may be due then
                    } else if (!sleepUntil(now + idleNanos) && size == 0) {
                        return;
                    }
                } else if (first.deadline - now > 0) {
                    sleepUntil(wakesAt - now > 0 && wakesAt - first.deadline < 0 ? wakesAt : first.deadline);
                } else {
                    remove(first);
                    ring(first);
                }
            }
        } finally {
            thread = null;
            lock.unlock();
        }
    }

    /** Returns true if an alarm that is due before has been set meanwhile. */
    private boolean sleepUntil(long deadline) {
        wakesAt = deadline;
        asleep = true;
        long left = deadline - System.nanoTime();
        while (asleep && left > 0) {
            try {
                left = sooner.awaitNanos(left);
            } catch (InterruptedException e) {
                // Nobody has a reason to: the thread is ours alone, and it ends by itself.
            }
        }
        boolean woken = !asleep;
        asleep = false;
        return woken;
    }

    private void ring(Alarm alarm) {
        lock.unlock();
        try {
            alarm.ring();
        } catch (Throwable failure) {
            System.getLogger("io.watertight").log(System.Logger.Level.ERROR, "An alarm failed: " + alarm, failure);
        } finally {
            lock.lock();
        }
    }

    private void remove(Alarm alarm) {
        int hole = alarm.index;
        Alarm last = at(--size);
        heap[size] = null;
        alarm.index = Alarm.NOT_SET;
        if (hole != size) {
            siftDown(hole, last);
            if (last.index == hole) {
                siftUp(hole, last);
            }
        }
    }

    private void siftUp(int from, Alarm alarm) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (alarm.deadline - at(parent).deadline >= 0) {
                break;
            }
            put(place, at(parent));
            place = parent;
        }
        put(place, alarm);
    }

    private void siftDown(int from, Alarm alarm) {
        int place = from;
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && at(child + 1).deadline - at(child).deadline < 0) {
                child++;
            }
            if (alarm.deadline - at(child).deadline <= 0) {
                break;
            }
            put(place, at(child));
            place = child;
        }
        put(place, alarm);
    }

    private Alarm at(int place) {
        return Objects.requireNonNull(heap[place]);
    }

    private void put(int place, Alarm alarm) {
        heap[place] = alarm;
        alarm.index = place;
    }
}
