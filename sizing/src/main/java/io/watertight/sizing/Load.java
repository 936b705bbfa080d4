// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.time.Duration;

/**
 * The load that calls offer to a bulkhead: how many there are, and how long each holds its permit.
 *
 * <p>Their product is the offered load in {@linkplain #erlangs() erlangs}, the one number that most formulas need.
 *
 * @param perSecond calls a second: the peak of the busiest instance, not the average of the fleet; above 0 and finite
 * @param meanHeld how long a call holds its permit on average, the <em>mean</em> and not a percentile, measured while the
 *     dependency is healthy; above 0
 */
public record Load(double perSecond, Duration meanHeld) {
    /**
     * Checks both.
     *
     * @throws IllegalArgumentException if one is not above 0, or the rate is not finite
     */
    public Load {
        Check.positive("perSecond", perSecond, "give the rate of calls, 100 for 100/s");
        Check.positive("meanHeld", meanHeld, "give the mean time that a call holds its permit, such as 20 ms");
    }

    /**
     * So many calls a second, each holding a permit for so long on average.
     *
     * @param perSecond calls a second, above 0 and finite
     * @param meanHeld the mean time that a call holds its permit, above 0
     * @return the load
     * @throws IllegalArgumentException if one is not above 0, or the rate is not finite
     */
    public static Load of(double perSecond, Duration meanHeld) {
        return new Load(perSecond, meanHeld);
    }

    /**
     * The offered load {@code a = λW}: the mean number of permits in use if none were ever missing. By Little's law, so
     * whatever the arrivals and the distribution of the holding time.
     *
     * @return rate times mean holding time
     */
    public double erlangs() {
        // Term by term: 100/s for 20 ms is 2, not 2.0000000000000004.
        return perSecond * meanHeld.getSeconds() + perSecond * meanHeld.getNano() / 1e9;
    }

    /**
     * The same calls when each takes another time, as in a slow-down.
     *
     * @param otherMeanHeld the mean time that a call holds its permit then, above 0
     * @return another load
     * @throws IllegalArgumentException if it is not above 0
     */
    public Load withMeanHeld(Duration otherMeanHeld) {
        return new Load(perSecond, otherMeanHeld);
    }
}
