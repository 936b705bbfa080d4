// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The ways in which an operation takes its time. */
final class Linger {
    private static final int LONGEST_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(2);

    private Linger() {}

    /** Not at all, spinning, or asleep; one that sleeps heeds interruption. */
    static void heeding(Random random) throws InterruptedException {
        switch (random.nextInt(8)) {
            case 0 -> TimeUnit.NANOSECONDS.sleep(random.nextInt(LONGEST_NANOS));
            case 1, 2, 3 -> spin(random);
            default -> {}
        }
    }

    /** The same, but whoever interrupts it waits. */
    static void stubbornly(Random random) {
        boolean interrupted = false;
        long end = System.nanoTime() + random.nextInt(LONGEST_NANOS);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void spin(Random random) {
        for (int spins = random.nextInt(300); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
