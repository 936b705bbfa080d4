// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyLawTest {
    private static final int DRAWS = 20_000;

    private static double[] sortedMillis(LatencyLaw law, long seed) {
        var random = new SplittableRandom(seed);
        double[] draws = new double[DRAWS];
        Arrays.setAll(draws, i -> law.sample(random).toNanos() / 1e6);
        Arrays.sort(draws);
        return draws;
    }

    @Test
    void constantIsConstant() {
        assertThat(sortedMillis(new LatencyLaw.Constant(Duration.ofMillis(20)), 1))
                .containsOnly(20.0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void exponentialHasItsMeanAndItsMedian(long seed) {
        double[] draws = sortedMillis(new LatencyLaw.Exponential(Duration.ofMillis(20)), seed);

        assertThat(Arrays.stream(draws).average().orElseThrow()).isCloseTo(20, within(1.0));
        assertThat(draws[DRAWS / 2]).isCloseTo(20 * Math.log(2), within(1.0));
        assertThat(draws[0]).isNotNegative();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void lognormalHasItsMedianAndItsP99(long seed) {
        double[] draws = sortedMillis(new LatencyLaw.Lognormal(Duration.ofMillis(20), Duration.ofMillis(200)), seed);

        assertThat(draws[DRAWS / 2]).isCloseTo(20, within(1.5));
        assertThat(draws[DRAWS * 99 / 100]).isCloseTo(200, within(40.0));
    }

    static List<LatencyLaw> laws() {
        return List.of(
                new LatencyLaw.Constant(Duration.ofMillis(30)),
                new LatencyLaw.Exponential(Duration.ofMillis(30)),
                new LatencyLaw.Lognormal(Duration.ofMillis(20), Duration.ofMillis(200)));
    }

    /** Within five standard errors of 200,000 draws. */
    @ParameterizedTest
    @MethodSource("laws")
    void knowsItsMeanWithAndWithoutALimit(LatencyLaw law) {
        for (Duration limit : List.of(Duration.ofMillis(25), Duration.ofMillis(100), Duration.ofDays(1))) {
            var random = new SplittableRandom(9);
            double sum = 0;
            double squares = 0;
            int draws = 200_000;
            for (int i = 0; i < draws; i++) {
                double seconds = Math.min(law.sample(random).toNanos(), limit.toNanos()) / 1e9;
                sum += seconds;
                squares += seconds * seconds;
            }
            double mean = sum / draws;
            double error = Math.sqrt(Math.max(0, squares / draws - mean * mean) / draws);
            assertThat(law.meanSeconds(limit)).isCloseTo(mean, within(5 * error + 1e-8));
        }
    }

    @Test
    void aMeanOfZeroIsZero() {
        assertThat(new LatencyLaw.Exponential(Duration.ZERO).meanSeconds(Duration.ofSeconds(1)))
                .isZero();
    }
}
