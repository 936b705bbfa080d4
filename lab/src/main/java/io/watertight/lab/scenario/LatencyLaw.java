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
     * The mean of the latency where calls are ended at a limit: of the smaller of the two.
     *
     * @param limit how long a call lasts at most
     * @return the mean in seconds
     */
    double meanSeconds(Duration limit);

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

        @Override
        public double meanSeconds(Duration limit) {
            return Math.min(seconds(value), seconds(limit));
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

        @Override
        public double meanSeconds(Duration limit) {
            return mean.isZero() ? 0 : seconds(mean) * -Math.expm1(-seconds(limit) / seconds(mean));
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
            return scaled(median, Math.exp(sigma() * random.nextGaussian()));
        }

        private double sigma() {
            return Math.log((double) p99.toNanos() / median.toNanos()) / Z99;
        }

        /** By the trapezoidal rule over the bell curve, ten standard deviations each way. */
        @Override
        public double meanSeconds(Duration limit) {
            double sigma = sigma();
            double sum = 0;
            double weights = 0;
            for (double z = -10; z <= 10 + sigma; z += 0.001) {
                double weight = Math.exp(-z * z / 2);
                sum += weight * Math.min(seconds(median) * Math.exp(sigma * z), seconds(limit));
                weights += weight;
            }
            return sum / weights;
        }
    }

    private static Duration scaled(Duration unit, double factor) {
        return Duration.ofNanos((long) (unit.toNanos() * factor)); // the cast saturates
    }

    private static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }
}
