// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import java.time.Duration;

/**
 * How far a replay is.
 *
 * @param variant the name of the variant that runs
 * @param elapsed of the variant; negative while it warms up
 * @param duration of each variant
 * @param busy threads of the pool
 * @param threads all of them
 * @param served pages so far
 * @param degraded pages so far
 * @param failed requests without a page so far
 */
public record Progress(
        String variant,
        Duration elapsed,
        Duration duration,
        int busy,
        int threads,
        int served,
        int degraded,
        int failed) {
    /**
     * Whether the variant has ended.
     *
     * @return true for the last report of a variant
     */
    public boolean ended() {
        return elapsed.compareTo(duration) >= 0;
    }
}
