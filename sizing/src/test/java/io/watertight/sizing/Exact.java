// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A rational number without rounding, and the formulas from their definitions in such numbers.
 *
 * @param numerator of any sign
 * @param denominator above 0; the fraction is reduced
 */
record Exact(BigInteger numerator, BigInteger denominator) {
    static final Exact ZERO = of(0);
    static final Exact ONE = of(1);

    Exact {
        BigInteger divisor = numerator.gcd(denominator);
        numerator = numerator.divide(divisor);
        denominator = denominator.divide(divisor);
    }

    static Exact of(long number) {
        return new Exact(BigInteger.valueOf(number), BigInteger.ONE);
    }

    Exact plus(Exact other) {
        return new Exact(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Exact minus(Exact other) {
        return plus(new Exact(other.numerator.negate(), other.denominator));
    }

    Exact times(Exact other) {
        return new Exact(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Exact over(Exact other) {
        return new Exact(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    Exact pow(int exponent) {
        return new Exact(numerator.pow(exponent), denominator.pow(exponent));
    }

    BigDecimal decimal() {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), new MathContext(40));
    }

    /** Relative. */
    void isMetBy(double value, double tolerance) {
        BigDecimal error = new BigDecimal(value).subtract(decimal()).abs();
        assertThat(error)
                .as(value + " against the exact " + decimal())
                .isLessThanOrEqualTo(decimal().abs().multiply(new BigDecimal(tolerance)));
    }

    /** {@code (a^c/c!) / Σ a^k/k!}, not by the recursion that the library unrolls. */
    static Exact erlangB(int permits, Exact load) {
        // All terms times q^c·c! for the load p/q are whole numbers.
        BigInteger term = load.denominator.pow(permits);
        for (int k = 2; k <= permits; k++) {
            term = term.multiply(BigInteger.valueOf(k));
        }
        BigInteger sum = term;
        for (int k = 1; k <= permits; k++) {
            term = term.multiply(load.numerator).divide(load.denominator.multiply(BigInteger.valueOf(k)));
            sum = sum.add(term);
        }
        return new Exact(term, sum);
    }

    /** The weights {@code a^n/n!} of one dependency, times threads!. */
    private static BigInteger[] weights(int load, int limit, int threads) {
        BigInteger[] weights = new BigInteger[threads + 1];
        Arrays.fill(weights, BigInteger.ZERO);
        weights[0] = BigInteger.ONE;
        for (int n = 2; n <= threads; n++) {
            weights[0] = weights[0].multiply(BigInteger.valueOf(n));
        }
        for (int n = 1; n <= Math.min(limit, threads); n++) {
            weights[n] = weights[n - 1].multiply(BigInteger.valueOf(load)).divide(BigInteger.valueOf(n));
        }
        return weights;
    }

    private static BigInteger[] convolution(BigInteger[] left, BigInteger[] right) {
        BigInteger[] sum = new BigInteger[left.length];
        Arrays.fill(sum, BigInteger.ZERO);
        for (int i = 0; i < left.length; i++) {
            for (int j = 0; left[i].signum() > 0 && i + j < sum.length; j++) {
                sum[i + j] = right[j].signum() == 0 ? sum[i + j] : sum[i + j].add(left[i].multiply(right[j]));
            }
        }
        return sum;
    }

    private static BigInteger sum(BigInteger[] values, int to) {
        return Arrays.stream(values, 0, to).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The share of rejected calls for each dependency of a shared pool. */
    static List<Exact> sharedPool(int threads, int[] loads, int[] limits) {
        BigInteger[] nobody = new BigInteger[threads + 1];
        Arrays.fill(nobody, BigInteger.ZERO);
        nobody[0] = BigInteger.ONE;
        List<Exact> rejections = new ArrayList<>();
        for (int i = 0; i < loads.length; i++) {
            BigInteger[] others = nobody;
            for (int j = 0; j < loads.length; j++) {
                others = j == i ? others : convolution(others, weights(loads[j], limits[j], threads));
            }
            BigInteger[] own = weights(loads[i], limits[i], threads);
            BigInteger[] all = convolution(others, own);
            BigInteger blocked = all[threads];
            if (limits[i] < threads) {
                blocked = blocked.add(own[limits[i]].multiply(sum(others, threads - limits[i])));
            }
            rejections.add(new Exact(blocked, sum(all, threads + 1)));
        }
        return rejections;
    }

    /** A load of so many erlangs. */
    static Load erlangs(double erlangs) {
        return Load.of(erlangs, Duration.ofSeconds(1));
    }
}
