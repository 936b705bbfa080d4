// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

/**
 * What rejections become when callers try again: each attempt adds to the load that rejects it.
 *
 * <p>The load in effect is the fixed point of {@code a_eff = a·Σ B(c; a_eff)^i} over the attempts {@code i = 0…r}. There is
 * exactly one: what is carried, {@code a_eff(1 − B)}, rises with {@code a_eff}, and what gets through in the end, {@code a(1 −
 * B^(r+1))}, falls.
 *
 * <p><b>Assumes</b> that a retry comes late enough, after a back-off of several holding times, to find the bulkhead in a state
 * independent of the first attempt. Retries at once find it as full as before; for them this is a lower bound.
 *
 * <p>Checked against the fixed-point equation to 1e-12, and against a simulation with long back-offs. Source of the
 * method: J. W. Cohen, <i>Basic Problems of Telephone Traffic Theory and the Influence of Repeated Calls</i>, Philips
 * Telecommunication Review 18 (1957).
 *
 * @param erlangs the load in effect, all attempts counted
 * @param rejection the share of attempts that are rejected
 * @param lost the share of calls whose last attempt is rejected too
 */
public record Retries(double erlangs, double rejection, double lost) {
    /**
     * Solves for the load in effect.
     *
     * @param load of the calls, their first attempts only
     * @param permits {@code c}, at least 1
     * @param retries {@code r}, how often a rejected call tries again; at least 0
     * @return load and rejections in effect
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public static Retries of(Load load, int permits, int retries) {
        Check.permits(permits);
        Check.atLeast(0, "retries", retries, "use 0 for callers that never try again");
        double first = load.erlangs();
        double low = first;
        double high = first * (1.0 + retries);
        for (double middle = low + (high - low) / 2; middle > low && middle < high; middle = low + (high - low) / 2) {
            double passed = passed(permits, middle);
            if (first * (1 - lost(passed, retries)) > middle * passed) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double passed = passed(permits, low);
        return new Retries(low, 1 / InverseErlangB.of(permits, low), lost(passed, retries));
    }

    /** 1 − B without its cancellation: 1/B(c) = 1 + (c/a)/B(c−1). */
    private static double passed(int permits, double load) {
        double inverse = InverseErlangB.of(permits, load);
        return inverse == Double.POSITIVE_INFINITY
                ? 1
                : permits / load * (InverseErlangB.of(permits - 1, load) / inverse);
    }

    private static double lost(double passed, int retries) {
        return Math.exp((retries + 1.0) * Math.log1p(-Math.min(1, passed)));
    }
}
