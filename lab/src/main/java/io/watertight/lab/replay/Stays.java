// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How long threads stayed somewhere; one that has not come back yet counts with its time so far. */
final class Stays {
    private final Set<Stay> present = ConcurrentHashMap.newKeySet();
    private final AtomicLong longestNanos = new AtomicLong();

    /** The time since one thread came. */
    static final class Stay {
        private final long since = System.nanoTime();

        private Stay() {}

        long nanos() {
            return System.nanoTime() - since;
        }
    }

    Stay begin() {
        var stay = new Stay();
        present.add(stay);
        return stay;
    }

    void end(Stay stay) {
        longestNanos.accumulateAndGet(stay.nanos(), Math::max);
        present.remove(stay);
    }

    /** Forgets the stays of the warm-up. */
    void startMeasuring() {
        longestNanos.set(0);
    }

    Duration longest() {
        return Duration.ofNanos(present.stream().mapToLong(Stay::nanos).reduce(longestNanos.get(), Math::max));
    }
}
