// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.time.Duration;

/** Durations as the formulas need them. */
final class Seconds {
    private static final double MOST = Long.MAX_VALUE;

    private Seconds() {}

    static double of(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }

    /** To the nanosecond; saturates where durations end. */
    static Duration toDuration(double seconds) {
        if (seconds >= MOST) {
            return Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        }
        long whole = (long) seconds;
        return Duration.ofSeconds(whole, Math.round((seconds - whole) * 1e9));
    }
}
