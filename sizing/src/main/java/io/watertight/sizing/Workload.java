// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a bulkhead is to be sized for: the load in good health, and what else is known about it.
 *
 * <p>Only the load is needed; start with {@link #of} and add what you know.
 *
 * @param load of the calls while the dependency is healthy
 * @param target the share of them that may be rejected by chance; above 0 and below 1; default 0.001
 * @param maxWait how long a caller waits for a permit; default zero, fail fast
 * @param peakedness of the arrivals, see {@link Hayward}; from 0.01 and finite; default 1, independent callers
 * @param p99 of the holding time, for the rule of thumb only; null if unknown
 * @param pool how many threads share their fate with these calls, from 1 to 100,000; default 200, as in most servlet
 *     containers
 * @param degraded the mean holding time in a slow-down; longer than the load's; null for no such question
 * @param others what everything else on the pool offers; default twice the load, as two more dependencies like this one
 */
public record Workload(
        Load load,
        double target,
        Duration maxWait,
        double peakedness,
        @Nullable Duration p99,
        int pool,
        @Nullable Duration degraded,
        Load others) {
    private static final double DEFAULT_TARGET = 0.001;
    private static final int DEFAULT_POOL = 200;

    /**
     * Checks all.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public Workload {
        Objects.requireNonNull(load, "load must not be null: use Load.of(100, Duration.ofMillis(20))");
        Objects.requireNonNull(others, "others must not be null: use Load.of(200, Duration.ofMillis(20))");
        Check.target(target);
        Check.notNegative("maxWait", maxWait, "use Duration.ZERO to fail fast");
        Hayward.checkPeakedness(peakedness);
        SharedPool.of(pool);
        if (p99 != null) {
            Check.positive("p99", p99, "leave it out if it is unknown");
        }
        if (degraded != null && degraded.compareTo(load.meanHeld()) <= 0) {
            throw new IllegalArgumentException("degraded must be longer than the healthy mean of " + load.meanHeld()
                    + ", was " + degraded + ": give the mean time that a call takes in the slow-down");
        }
    }

    /**
     * A load, and defaults for the rest.
     *
     * @param load of the calls while the dependency is healthy
     * @return a new workload
     */
    public static Workload of(Load load) {
        Objects.requireNonNull(load, "load must not be null: use Load.of(100, Duration.ofMillis(20))");
        return new Workload(
                load,
                DEFAULT_TARGET,
                Duration.ZERO,
                1,
                null,
                DEFAULT_POOL,
                null,
                new Load(2 * load.perSecond(), load.meanHeld()));
    }

    /**
     * Returns this workload with another target.
     *
     * @param value the share of calls that may be rejected, above 0 and below 1
     * @return a new workload
     */
    public Workload withTarget(double value) {
        return new Workload(load, value, maxWait, peakedness, p99, pool, degraded, others);
    }

    /**
     * Returns this workload with callers that wait.
     *
     * @param value how long; zero for none
     * @return a new workload
     */
    public Workload withMaxWait(Duration value) {
        return new Workload(load, target, value, peakedness, p99, pool, degraded, others);
    }

    /**
     * Returns this workload with calls that come in bursts.
     *
     * @param value the peakedness, see {@link Hayward}; 1 for independent callers
     * @return a new workload
     */
    public Workload withPeakedness(double value) {
        return new Workload(load, target, maxWait, value, p99, pool, degraded, others);
    }

    /**
     * Returns this workload with a known p99.
     *
     * @param value of the holding time while the dependency is healthy
     * @return a new workload
     */
    public Workload withP99(Duration value) {
        return new Workload(load, target, maxWait, peakedness, value, pool, degraded, others);
    }

    /**
     * Returns this workload on another pool.
     *
     * @param value how many threads it has
     * @return a new workload
     */
    public Workload withPool(int value) {
        return new Workload(load, target, maxWait, peakedness, p99, value, degraded, others);
    }

    /**
     * Returns this workload with a slow-down to prepare for.
     *
     * @param value the mean holding time then
     * @return a new workload
     */
    public Workload withDegraded(Duration value) {
        return new Workload(load, target, maxWait, peakedness, p99, pool, value, others);
    }

    /**
     * Returns this workload with other neighbours on the pool.
     *
     * @param value what they offer together
     * @return a new workload
     */
    public Workload withOthers(Load value) {
        return new Workload(load, target, maxWait, peakedness, p99, pool, degraded, value);
    }
}
