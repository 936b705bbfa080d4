// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** Writes figures as people read them: three digits at most, the unit behind them. */
public final class Numbers {
    private Numbers() {}

    /**
     * A share.
     *
     * @param percent from 0 to 100
     * @return with one decimal; 100 % only where nothing is missing
     */
    public static String percent(double percent) {
        return percent == 100 ? "100 %" : String.format(Locale.ROOT, "%.1f %%", Math.min(99.9, percent));
    }

    /**
     * A share that may be very small.
     *
     * @param share from 0 to 1
     * @return in percent, with the digits that matter
     */
    public static String share(double share) {
        if (share > 0 && share < 1e-6) {
            return "< 0.0001 %";
        }
        return plain(share * 100, share >= 0.1 ? 3 : 2) + " %";
    }

    /**
     * Any number.
     *
     * @param value any
     * @return with three digits at most, or all before the point
     */
    public static String plain(double value) {
        return plain(value, Math.abs(value) < 1000 ? 3 : (int) Math.log10(Math.abs(value)) + 1);
    }

    private static String plain(double value, int digits) {
        return new BigDecimal(value)
                .round(new MathContext(digits))
                .stripTrailingZeros()
                .toPlainString();
    }

    /**
     * A time in seconds.
     *
     * @param seconds any
     * @return with at most two decimals
     */
    public static String seconds(double seconds) {
        return trimmed(seconds, 2) + " s";
    }

    /**
     * A time in milliseconds, in the unit that suits it.
     *
     * @param millis any
     * @return such as 850 µs, 23 ms or 1.2 s
     */
    public static String millis(double millis) {
        if (millis >= 1000) {
            return trimmed(millis / 1000, 1) + " s";
        }
        return millis < 1
                ? trimmed(millis * 1000, millis < 0.01 ? 1 : 0) + " µs"
                : trimmed(millis, millis < 10 ? 1 : 0) + " ms";
    }

    /**
     * A latency under a deadline: at the deadline it says that no page came.
     *
     * @param millis the latency
     * @param deadlineMillis when the client gave up
     * @param page what it asked for
     * @return the latency, or "no page"
     */
    public static String latency(double millis, double deadlineMillis, String page) {
        return millis >= deadlineMillis ? "no " + page : millis(millis);
    }

    /**
     * Names in a sentence.
     *
     * @param names at least one
     * @return such as "a, b and c"
     */
    public static String list(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    private static String trimmed(double value, int decimals) {
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }
}
