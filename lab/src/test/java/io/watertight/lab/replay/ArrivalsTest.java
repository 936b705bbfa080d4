// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.watertight.lab.replay.Arrivals.Arrival;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.ScenarioReader;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {
    private static Scenario scenario(long seed) {
        return ScenarioReader.parse("t", "t.yaml", """
                duration: 60s
                deadline: 1s
                seed: %d
                pool: {threads: 1, queue: 0}
                dependencies: {d: {latency: 1ms}}
                endpoints: {a: {calls: d, rate: 100/s}, b: {calls: d, rate: 100/s}}
                variants: {open: }
                """.formatted(seed));
    }

    @Test
    void aSeedGivesTheSameTimesAndAnotherOthers() {
        assertThat(Arrivals.of(scenario(7))).isEqualTo(Arrivals.of(scenario(7)));
        assertThat(Arrivals.of(scenario(7))).isNotEqualTo(Arrivals.of(scenario(8)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void arrivalsArePoisson(long seed) {
        List<Arrival> all = Arrivals.of(scenario(seed));
        long[] first = all.stream()
                .filter(a -> a.endpoint() == 0)
                .mapToLong(Arrival::atNanos)
                .toArray();

        assertThat(all).isSortedAccordingTo(Comparator.comparingLong(Arrival::atNanos));
        assertThat(all.get(all.size() - 1).atNanos()).isLessThan(60_000_000_000L);
        // Mean 6000, standard deviation sqrt(6000) = 77: five of them.
        assertThat(first.length).isCloseTo(6000, within(390));
        // The gaps of a Poisson process are as wide as their mean: coefficient of variation 1.
        double mean = (double) first[first.length - 1] / first.length;
        double variance = 0;
        for (int i = 1; i < first.length; i++) {
            variance += Math.pow(first[i] - first[i - 1] - mean, 2) / first.length;
        }
        assertThat(Math.sqrt(variance) / mean).isCloseTo(1, within(0.1));
    }
}
