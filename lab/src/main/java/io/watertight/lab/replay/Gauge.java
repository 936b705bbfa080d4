// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A count of what is inside right now, with its maximum and the moment it first reached a ceiling. */
final class Gauge {
    private static final long NEVER = Long.MIN_VALUE;

    private final int ceiling;
    private final RunClock clock;
    private final Duration watchFrom;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicLong fullAtNanos = new AtomicLong(NEVER);

    /**
     * A gauge that notes when the ceiling is reached at or after a time of the run.
     *
     * @param ceiling the count to watch for
     * @param clock of the run
     * @param watchFrom not before this time
     */
    Gauge(int ceiling, RunClock clock, Duration watchFrom) {
        this.ceiling = ceiling;
        this.clock = clock;
        this.watchFrom = watchFrom;
    }

    void enter() {
        int now = inside.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
        if (now == ceiling && fullAtNanos.get() == NEVER) {
            Duration elapsed = clock.elapsed();
            if (elapsed.compareTo(watchFrom) >= 0) {
                fullAtNanos.compareAndSet(NEVER, elapsed.toNanos());
            }
        }
    }

    void leave() {
        inside.decrementAndGet();
    }

    /** Forgets the maximum of the warm-up. */
    void startMeasuring() {
        most.set(inside.get());
    }

    int now() {
        return inside.get();
    }

    int most() {
        return most.get();
    }

    /** From {@code watchFrom} until the ceiling was reached; null if it was not. */
    @Nullable
    Double fullAfterSeconds() {
        long at = fullAtNanos.get();
        return at == NEVER ? null : (at - watchFrom.toNanos()) / 1e9;
    }
}
