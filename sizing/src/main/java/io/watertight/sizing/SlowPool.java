// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import io.watertight.sizing.Recommendation.Slowdown;
import io.watertight.sizing.SharedPool.Occupancy;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pool while one dependency is slow, with all sorts of walls before it. */
final class SlowPool {
    private static final String SLOW = "slow";
    private static final String OTHERS = "others";

    private final Workload workload;
    private final Load slow;

    private SlowPool(Workload workload, Load slow) {
        this.workload = workload;
        this.slow = slow;
    }

    /** Empty where the workload asks about no slow-down. */
    static Optional<SlowPool> of(Workload workload) {
        Duration degraded = workload.degraded();
        return degraded == null
                ? Optional.empty()
                : Optional.of(new SlowPool(workload, workload.load().withMeanHeld(degraded)));
    }

    Slowdown withoutWall() {
        return state(workload.pool(), 0);
    }

    /** Callers that wait at the wall hold a thread of the pool too: λτ of them at most, on average. */
    Slowdown behind(int permits) {
        double waiting = Math.ceil(slow.perSecond() * Seconds.of(workload.maxWait()));
        int held = (int) Math.min(workload.pool(), permits + waiting);
        return state(held, BoundedWait.rejection(slow, permits, workload.maxWait()));
    }

    private Slowdown state(int held, double rejectedByWall) {
        Occupancy occupancy = SharedPool.of(workload.pool())
                .withDependency(SLOW, slow, held)
                .withDependency(OTHERS, workload.others())
                .solve();
        double rejected = occupancy.rejection(SLOW);
        return new Slowdown(
                slow.erlangs() * (1 - rejected),
                Math.max(rejected, rejectedByWall),
                occupancy.rejection(OTHERS),
                fullAfter(held));
    }

    /** As long as no slow call has come back, each new one takes a thread more. */
    private @Nullable Duration fullAfter(int held) {
        double free = workload.pool() - workload.others().erlangs();
        if (Math.min(held, slow.erlangs()) < free) {
            return null;
        }
        return Seconds.toDuration(Math.max(0, free) / slow.perSecond());
    }

    /** The largest wall within the target for the others. */
    int mostPermits() {
        int fits = 0;
        int tooMany = workload.pool() + 1;
        while (tooMany - fits > 1) {
            int middle = fits + (tooMany - fits) / 2;
            if (behind(middle).othersRejected() <= workload.target()) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return fits;
    }
}
