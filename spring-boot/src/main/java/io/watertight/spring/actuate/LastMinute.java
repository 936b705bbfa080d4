// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import io.watertight.CallObserver;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts the rejections of one bulkhead over the last minute, second by second: those of the second that has begun and of
 * the 59 before. A ring of counters, each of which says which second it is of, so nobody has to clear it in time.
 */
final class LastMinute implements CallObserver {
    private static final int SECONDS = 60;

    private record Second(long number, LongAdder rejections) {}

    private final LongSupplier clock;
    private final AtomicReferenceArray<Second> ring = new AtomicReferenceArray<>(SECONDS);

    /** Takes a clock of whole seconds since some origin, never backwards. */
    LastMinute(LongSupplier clock) {
        this.clock = clock;
        for (int i = 0; i < SECONDS; i++) {
            ring.set(i, new Second(Long.MIN_VALUE, new LongAdder()));
        }
    }

    @Override
    public void rejected(Rejection reason, long waitedNanos) {
        long now = clock.getAsLong();
        int place = Math.floorMod(now, SECONDS);
        Second second = ring.get(place);
        if (second.number() < now) {
            // Whoever loses this race counts in the second of the winner.
            ring.compareAndSet(place, second, new Second(now, new LongAdder()));
            second = ring.get(place);
        }
        second.rejections().increment();
    }

    long rejections() {
        long now = clock.getAsLong();
        long sum = 0;
        for (int i = 0; i < SECONDS; i++) {
            Second second = ring.get(i);
            if (second.number() > now - SECONDS) {
                sum += second.rejections().sum();
            }
        }
        return sum;
    }
}
