// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.time.Duration;

/**
 * Little's law, and the rule of thumb that is often made of it.
 *
 * <p>The law is exact and says what is in flight <em>on average</em>. The rule turns it into a limit by two guesses, the
 * p99 in place of the mean and a safety factor. It errs on the large side and does not say how far; {@link ErlangB} does.
 *
 * <p>Source: J. D. C. Little, <i>A Proof for the Queuing Formula L = λW</i>, Operations Research 9 (1961).
 */
public final class LittlesLaw {
    private LittlesLaw() {}

    /**
     * The mean number of calls in flight, {@code L = λW}, of calls that are never rejected.
     *
     * @param load rate and mean holding time
     * @return the offered load in erlangs
     */
    public static double inFlight(Load load) {
        return load.erlangs();
    }

    /**
     * The rule of thumb: permits ≈ throughput × p99 × safety factor, rounded up.
     *
     * @param perSecond calls a second, above 0 and finite
     * @param p99 of the holding time while the dependency is healthy, above 0
     * @param safetyFactor for bursts, usually 2; at least 1 and finite
     * @return permits, at least 1
     * @throws IllegalArgumentException if an argument is out of its range, or the result is no {@code int}
     */
    public static int permits(double perSecond, Duration p99, double safetyFactor) {
        Check.positive("safetyFactor", safetyFactor, "2 is usual");
        if (safetyFactor < 1) {
            throw new IllegalArgumentException("safetyFactor must be at least 1, was " + Check.shown(safetyFactor)
                    + ": less would plan for rejections; 2 is usual");
        }
        double inFlight = Load.of(perSecond, p99).erlangs();
        // 100/s × 0.07 s × 1.1 must not become 8 for a rounding error in the last digit of 7.7.
        double permits = Math.ceil(inFlight * safetyFactor * (1 - 1e-12));
        if (permits > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the rule asks for " + Check.shown(permits)
                    + " permits, more than an int holds: check rate and p99");
        }
        return Math.max(1, (int) permits);
    }
}
