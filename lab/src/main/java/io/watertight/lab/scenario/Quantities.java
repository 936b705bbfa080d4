// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations, rates and shares as people write them; empty where the text is none. */
public final class Quantities {
    /** How to write a duration. */
    public static final String DURATION_FORM = "write a duration such as 20ms, 5s or PT5S";

    /** How to write a rate. */
    public static final String RATE_FORM = "write a rate such as 100/s or 6000/min";

    /** How to write a share. */
    public static final String SHARE_FORM = "write a share such as 0.5% or 0.005";

    private static final Pattern DURATION =
            Pattern.compile("(-?\\d{1,12}(?:\\.\\d{1,9})?)\\s*(us|µs|ms|s|sec|min|m|h)");
    private static final Pattern RATE = Pattern.compile("(-?\\d{1,12}(?:\\.\\d{1,9})?)\\s*/\\s*(s|sec|min|m|h)");
    private static final Pattern SHARE = Pattern.compile("(-?\\d{1,12}(?:\\.\\d{1,9})?)\\s*(%?)");

    private Quantities() {}

    /**
     * Reads a duration.
     *
     * @param text such as 20ms, 1.5 s or PT5S
     * @return the duration, or empty if it is none
     */
    public static Optional<Duration> duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (matcher.matches()) {
            BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanos(matcher.group(2))));
            BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000));
            return Optional.of(Duration.ofSeconds(parts[0].longValue(), parts[1].longValue()));
        }
        if (!text.toUpperCase(Locale.ROOT).contains("P")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Duration.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads a rate.
     *
     * @param text such as 100/s or 6000/min
     * @return how many a second, or empty if it is none
     */
    public static Optional<Double> rate(String text) {
        Matcher matcher = RATE.matcher(text);
        return matcher.matches()
                ? Optional.of(Double.parseDouble(matcher.group(1)) * 1e9 / nanos(matcher.group(2)))
                : Optional.empty();
    }

    static String perSecond(double rate) {
        return new BigDecimal(rate)
                        .setScale(1, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString() + "/s";
    }

    /**
     * Reads a share.
     *
     * @param text such as 0.5% or 0.005
     * @return 0.005 for both, or empty if it is none
     */
    public static Optional<Double> share(String text) {
        Matcher matcher = SHARE.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        Double.parseDouble(matcher.group(1)) / (matcher.group(2).isEmpty() ? 1 : 100))
                : Optional.empty();
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "us", "µs" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s", "sec" -> 1_000_000_000L;
            case "min", "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
    }
}
