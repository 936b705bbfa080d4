// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long a dependency takes to answer: a law to draw latencies from. */
public sealed interface LatencyLaw {
    /**
     * Draws a latency.
     *
     * @param random where the chance comes from
     * @return the latency of one call; never negative
     */
    Duration sample(RandomGenerator random);

    /**
     * Every call takes the same time.
     *
     * @param value that time
     */
    record Constant(Duration value) implements LatencyLaw {
        @Override
        public Duration sample(RandomGenerator random) {
            return value;
        }
    }

    /**
     * Most calls are short and a few are several times the mean, as with a queue in front of one worker.
     *
     * @param mean the expected latency
     */
    record Exponential(Duration mean) implements LatencyLaw {
        @Override
        public Duration sample(RandomGenerator random) {
            return scaled(mean, -Math.log1p(-random.nextDouble()));
        }
    }

    /**
     * A bell curve of orders of magnitude, the usual shape of measured latencies: fixed by two figures that a dashboard
     * shows.
     *
     * @param median half of the calls are faster
     * @param p99 one call in a hundred is slower
     */
    record Lognormal(Duration median, Duration p99) implements LatencyLaw {
        /** The 99th percentile of the standard normal distribution. */
        private static final double Z99 = 2.3263478740408408;

        @Override
        public Duration sample(RandomGenerator random) {
            double sigma = Math.log((double) p99.toNanos() / median.toNanos()) / Z99;
            return scaled(median, Math.exp(sigma * random.nextGaussian()));
        }
    }

    private static Duration scaled(Duration unit, double factor) {
        return Duration.ofNanos((long) (unit.toNanos() * factor)); // the cast saturates
    }
}
