// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.figures.Words;
import java.time.Duration;

/**
 * How far a replay is.
 *
 * @param doing what goes on while nothing is measured yet; empty as soon as something is
 * @param variant the name of the variant that runs
 * @param elapsed of the variant; negative while it warms up
 * @param duration of each variant
 * @param busy how many threads or connections are taken
 * @param capacity all of them
 * @param words what they are called
 * @param served requests so far
 * @param degraded requests so far
 * @param failed requests so far
 */
public record Progress(
        String doing,
        String variant,
        Duration elapsed,
        Duration duration,
        int busy,
        int capacity,
        Words words,
        int served,
        int degraded,
        int failed) {
    /** What comes before the first variant. */
    static Progress preparing(String doing, Duration duration) {
        return new Progress(doing, "", Duration.ofNanos(-1), duration, 0, 0, Words.THREADS, 0, 0, 0);
    }

    /**
     * Whether the variant has ended.
     *
     * @return true for the last report of a variant
     */
    public boolean ended() {
        return elapsed.compareTo(duration) >= 0;
    }
}
