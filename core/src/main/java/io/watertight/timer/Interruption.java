// SPDX-License-Identifier: Apache-2.0
package io.watertight.timer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * At most one interrupt of one thread, which hits the work it is meant for and nothing after it.
 *
 * <p>Whether the work finished or was interrupted is one atomic decision: {@link #finish} on the thread and {@link #fire}
 * on another race for the same state. If the work is first, the interrupt is never sent. If the interrupt is first,
 * {@code finish} waits until it has been sent and then takes it back, so that it does not escape into what the thread
 * does next.
 *
 * <p>Taking it back must not swallow an interrupt that somebody else sent, and a thread has one interrupt status for all.
 * It is left set where it was set before we fired; where the work ended with an {@link InterruptedException}, which by
 * convention has cleared ours; and where another interruption of this class has hit the same thread and its work goes on
 * (an outer timeout). What remains is a foreign interrupt that arrives while ours is pending and the work looks at
 * neither: the two are one bit, and it is taken back with ours.
 */
public final class Interruption extends Alarm {
    private static final int RUNNING = 0;
    private static final int FIRING = 1;
    private static final int FIRED = 2;
    private static final int FINISHED = 3;
    private static final VarHandle STATE;

    /** The threads with interruptions that have fired and whose work has not finished. */
    private static final ConcurrentHashMap<Thread, Hits> HIT = new ConcurrentHashMap<>();

    /** How many have fired, and whether the thread was interrupted before the first of them: that one is not ours. */
    private record Hits(int count, boolean foreign) {
        static Hits more(Thread thread, @Nullable Hits before) {
            return before == null ? new Hits(1, thread.isInterrupted()) : new Hits(before.count + 1, before.foreign);
        }

        @Nullable
        Hits less() {
            return count == 1 ? null : new Hits(count - 1, foreign);
        }
    }

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Interruption.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;

    @SuppressWarnings("UnusedVariable") // by STATE
    private volatile int state;

    /**
     * An interruption for work that is about to run.
     *
     * @param thread the thread that runs the work and will call {@link #finish}
     */
    public Interruption(Thread thread) {
        this.thread = thread;
    }

    /** Fires when the time of this alarm has come. */
    @Override
    protected void ring() {
        fire();
    }

    /**
     * Interrupts the thread, unless the work has finished.
     *
     * @return true if this call interrupted it
     */
    public boolean fire() {
        if (!STATE.compareAndSet(this, RUNNING, FIRING)) {
            return false;
        }
        try {
            HIT.compute(thread, Hits::more);
            thread.interrupt();
        } finally {
            state = FIRED;
        }
        return true;
    }

    /**
     * Says, on the thread, that the work has ended, and takes a fired interrupt back.
     *
     * @param interruptedException whether the work ended with an {@link InterruptedException}
     * @return true if the interruption had fired; false if it now never will
     */
    public boolean finish(boolean interruptedException) {
        if (STATE.compareAndSet(this, RUNNING, FINISHED)) {
            return false;
        }
        awaitFired();
        Hits hits = HIT.get(thread);
        boolean foreign = hits != null && hits.foreign;
        HIT.computeIfPresent(thread, (key, before) -> before.less());
        if (!foreign && !interruptedException) {
            boolean ours = Thread.interrupted();
            // Whoever fires after this look interrupts after it, too; so no outer interrupt is lost.
            if (ours && HIT.containsKey(thread)) {
                thread.interrupt();
            }
        }
        return true;
    }

    @SuppressWarnings("ThreadPriorityCheck") // the other thread is between two lines
    private void awaitFired() {
        while (state == FIRING) {
            Thread.yield();
        }
    }
}
