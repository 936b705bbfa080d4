// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.time.Duration;

/**
 * Erlang's delay formula: how long calls wait where all of them wait until they get a permit (M/M/c).
 *
 * <p>No bulkhead should let its callers wait without bound; this is the limit of {@link BoundedWait} for long waits, and
 * the right model for a queue that never fills. It needs less load than permits, or the queue grows for ever; it assumes
 * Poisson arrivals, exponential holding times (for constant ones the mean wait is about half) and first come, first served.
 *
 * <p>{@code C = 1/(1/B·(1 − ρ) + ρ)} of Erlang B's {@code B(c; a)}; the wait of those who wait is exponential with mean {@code
 * W/(c − a)}. Checked against exact rational arithmetic to 1e-12 for up to 200 permits.
 *
 * <p>Source: A. K. Erlang (1917), as in {@link ErlangB}.
 */
public final class ErlangC {
    private ErlangC() {}

    /**
     * The share of calls that find every permit taken, and wait.
     *
     * @param load what is offered, less than permits
     * @param permits {@code c}, at least 1
     * @return {@code C(c; a)}, from 0 to 1
     * @throws IllegalArgumentException if permits is below 1, or the load is not below it
     */
    public static double waiting(Load load, int permits) {
        double free = free(load, permits);
        double busy = load.erlangs() / permits;
        return 1 / (InverseErlangB.of(permits, load.erlangs()) * (free / permits) + busy);
    }

    /**
     * The mean wait of all calls, those included that do not wait.
     *
     * @param load what is offered, less than permits
     * @param permits {@code c}, at least 1
     * @return {@code C·W/(c − a)}, to the nanosecond
     * @throws IllegalArgumentException if permits is below 1, or the load is not below it
     */
    public static Duration meanWait(Load load, int permits) {
        return Seconds.toDuration(waiting(load, permits) * Seconds.of(load.meanHeld()) / free(load, permits));
    }

    /**
     * The time within which a share of all calls has its permit.
     *
     * @param load what is offered, less than permits
     * @param permits {@code c}, at least 1
     * @param share of the calls, at least 0 and below 1: 0.99 for the p99 of the wait
     * @return the quantile, to the nanosecond; zero if so many do not wait at all
     * @throws IllegalArgumentException if an argument is out of its range, or the load is not below permits
     */
    public static Duration waitQuantile(Load load, int permits, double share) {
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException("share must be at least 0 and below 1, was " + Check.shown(share)
                    + ": 0.99 gives the p99 of the wait");
        }
        double waiting = waiting(load, permits);
        if (1 - share >= waiting) {
            return Duration.ZERO;
        }
        double meanOfThoseWhoWait = Seconds.of(load.meanHeld()) / free(load, permits);
        return Seconds.toDuration(meanOfThoseWhoWait * Math.log(waiting / (1 - share)));
    }

    /** c − a. */
    private static double free(Load load, int permits) {
        Check.permits(permits);
        double free = permits - load.erlangs();
        if (free <= 0) {
            throw new IllegalArgumentException("a load of " + Check.shown(load.erlangs()) + " erlangs is not below "
                    + permits + " permits, so the queue would grow for ever: take at least "
                    + Check.shown(Math.floor(load.erlangs()) + 1) + " permits, or bound the wait (BoundedWait)");
        }
        return free;
    }
}
