// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the latest stretch of time, in ten buckets that are replaced in turn: an outcome leaves the window when
 * between nine and ten tenths of it have passed.
 */
final class TimeWindow implements Window {
    private static final int BUCKETS = 10;

    private final AtomicReferenceArray<@Nullable Bucket> buckets = new AtomicReferenceArray<>(BUCKETS);
    private final long bucketNanos;
    private volatile long latest = Long.MIN_VALUE + BUCKETS;

    TimeWindow(long nanos) {
        this.bucketNanos = Math.max(1, nanos / BUCKETS);
    }

    @Override
    public @Nullable Tally add(Outcome outcome, long now) {
        long tick = Math.floorDiv(now, bucketNanos);
        if (latest != tick) {
            latest = tick;
        }
        bucket(tick).add(outcome);
        Tally tally = tally(tick);
        return tally.failures() == 0 && tally.slow() == 0 ? null : tally;
    }

    /** The bucket of that tick; a later one for a thread that was held up in between. */
    private Bucket bucket(long tick) {
        int place = Math.floorMod(tick, BUCKETS);
        while (true) {
            Bucket bucket = buckets.get(place);
            if (bucket != null && bucket.tick >= tick) {
                return bucket;
            }
            Bucket fresh = new Bucket(tick);
            if (buckets.compareAndSet(place, bucket, fresh)) {
                return fresh;
            }
        }
    }

    @Override
    public Tally tally() {
        return tally(latest);
    }

    private Tally tally(long tick) {
        long calls = 0;
        long failures = 0;
        long slow = 0;
        for (int i = 0; i < BUCKETS; i++) {
            Bucket bucket = buckets.get(i);
            if (bucket != null && bucket.tick > tick - BUCKETS) {
                // Calls last, as they are counted first: no moment shows more failures than calls.
                failures += bucket.failures.get();
                slow += bucket.slow.get();
                calls += bucket.calls.get();
            }
        }
        return new Tally(calls, failures, slow);
    }

    private static final class Bucket {
        final long tick;
        final AtomicLong calls = new AtomicLong();
        final AtomicLong failures = new AtomicLong();
        final AtomicLong slow = new AtomicLong();

        Bucket(long tick) {
            this.tick = tick;
        }

        void add(Outcome outcome) {
            calls.incrementAndGet();
            if (outcome.failed()) {
                failures.incrementAndGet();
            }
            if (outcome.slow()) {
                slow.incrementAndGet();
            }
        }
    }
}
