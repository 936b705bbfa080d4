// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

/**
 * {@code 1/B(c; a)}, the reciprocal of Erlang's loss formula, for real {@code c ≥ 0} and {@code a > 0}.
 *
 * <p>The recursion {@code B(k) = aB(k−1)/(k + aB(k−1))} reads {@code I(k) = 1 + (k/a)·I(k−1)} for {@code I = 1/B}. Unrolled
 * from above it is the sum {@code 1 + c/a + c(c−1)/a² + …} of positive terms, which nothing cancels in and which may stop
 * when the rest cannot matter: after some {@code 9√a} terms where {@code c ≤ a}, and where {@code c > a} after at most {@code
 * 50√a}, or the sum has overflowed because {@code B} is below 1e-308. So a million permits cost microseconds.
 *
 * <p>For whole {@code c} the recursion ends at {@code I(0) = 1}. For others it ends at a fraction {@code 0 < f < 1}, where
 * {@code I(f) = ∫ e^(−u) (1 + u/a)^f du} over {@code u ≥ 0} (R. Fortet 1948; D. L. Jagerman, <i>Some Properties of the Erlang
 * Loss Function</i>, Bell System Technical Journal 53, 1974).
 */
final class InverseErlangB {
    /** Relative error that the end of the sum may leave. */
    private static final double NEGLIGIBLE = 0x1p-56;

    private static final double STEP = 1.0 / 16;
    private static final double REACH = 4.5;

    private InverseErlangB() {}

    /** Infinite where B is too small for a double. */
    static double of(double permits, double load) {
        double sum = 0;
        double term = 1;
        double k = permits;
        while (k >= 1) {
            sum += term;
            // What is left is below term·(k/a)/(1 − k/a), a geometric series.
            if (term * k < (load - k) * NEGLIGIBLE * sum) {
                return sum;
            }
            term *= k / load;
            if (sum == Double.POSITIVE_INFINITY || term == Double.POSITIVE_INFINITY) {
                return Double.POSITIVE_INFINITY;
            }
            k -= 1;
        }
        return sum + (k == 0 ? term : term * ofFraction(k, load));
    }

    /**
     * The integral by the trapezoidal rule after the substitution u = exp(s − exp(−s)) (H. Takahasi and M. Mori, <i>Double
     * Exponential Formulas for Numerical Integration</i>, Publ. RIMS 9, 1974). It resolves every scale of u alike, so one
     * step width does for every load; beyond the reach, terms are below 1e-20 of the whole.
     */
    private static double ofFraction(double fraction, double load) {
        double sum = 0;
        for (double s = -REACH; s <= REACH; s += STEP) {
            double small = Math.exp(-s);
            double u = Math.exp(s - small);
            sum += u * (1 + small) * Math.exp(-u) * Math.pow(1 + u / load, fraction);
        }
        return sum * STEP;
    }
}
