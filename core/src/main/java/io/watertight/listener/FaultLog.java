// SPDX-License-Identifier: Apache-2.0
package io.watertight.listener;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Reports faults of one piece of the user's code, which must not harm the call that met it: through {@link System.Logger}
 * {@code io.watertight}, at most once a minute, with the number of those in between. Never throws.
 */
public final class FaultLog {
    private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);
    private static final long NEVER = Long.MIN_VALUE;

    private final LongSupplier nanoTime;
    private final AtomicLong last = new AtomicLong(NEVER);
    private final AtomicLong unreported = new AtomicLong();

    /** A log that has reported nothing yet. */
    public FaultLog() {
        this(System::nanoTime);
    }

    FaultLog(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Reports a fault, or counts it if the last report is less than a minute old.
     *
     * @param what what happened and what was done about it
     * @param owner whose code it was, by its class
     * @param fault what the code threw
     */
    public void report(String what, Object owner, Throwable fault) {
        try {
            long now = nanoTime.getAsLong();
            long before = last.get();
            if ((before == NEVER || now - before >= INTERVAL) && last.compareAndSet(before, now)) {
                long more = unreported.getAndSet(0);
                String message = what + ": " + owner.getClass().getName()
                        + (more == 0 ? "" : " (" + more + " more failures since the last report)");
                System.getLogger("io.watertight").log(System.Logger.Level.WARNING, message, fault);
            } else {
                unreported.incrementAndGet();
            }
        } catch (Throwable logFault) {
            // A logger that fails, or no memory and no stack left to log with: the call comes first.
        }
    }
}
