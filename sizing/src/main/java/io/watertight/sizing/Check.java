// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.time.Duration;
import java.util.Locale;

/** What is refused, in one wording. */
final class Check {
    private Check() {}

    static double positive(String what, double value, String remedy) {
        if (!(value > 0) || Double.isInfinite(value)) { // NaN is not above 0
            throw new IllegalArgumentException(
                    what + " must be above 0 and finite, was " + shown(value) + ": " + remedy);
        }
        return value;
    }

    static int atLeast(int min, String what, int value, String remedy) {
        if (value < min) {
            throw new IllegalArgumentException(what + " must be at least " + min + ", was " + value + ": " + remedy);
        }
        return value;
    }

    static void permits(int permits) {
        atLeast(1, "permits", permits, "a bulkhead without permits rejects every call");
    }

    static void target(double target) {
        if (!(target > 0 && target < 1)) {
            throw new IllegalArgumentException("target must be above 0 and below 1, was " + shown(target)
                    + ": it is the share of calls that may be rejected, 0.001 for 0.1 %");
        }
    }

    static void notNegative(String what, Duration value, String remedy) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(what + " must not be negative, was " + value + ": " + remedy);
        }
    }

    static void positive(String what, Duration value, String remedy) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(what + " must be above 0, was " + value + ": " + remedy);
        }
    }

    /** Without an exponent where people would write none. */
    static String shown(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.valueOf(value);
    }
}
