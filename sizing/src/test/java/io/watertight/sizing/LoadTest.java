// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
    @Test
    void isRateTimesMean() {
        assertThat(Load.of(100, Duration.ofMillis(20)).erlangs()).isEqualTo(2);
        assertThat(Load.of(100, Duration.ofSeconds(5)).erlangs()).isEqualTo(500);
        assertThat(LittlesLaw.inFlight(Load.of(100, Duration.ofMillis(20)))).isEqualTo(2);
        assertThat(Load.of(7, Duration.ofNanos(1)).erlangs()).isCloseTo(7e-9, within(1e-22));
        assertThat(Load.of(100, Duration.ofMillis(20))
                        .withMeanHeld(Duration.ofSeconds(5))
                        .erlangs())
                .isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({"100, 200, 2, 40", "100, 70, 1.1, 8", "100, 20, 1, 2", "1, 1, 1, 1", "100, 201, 2, 41"})
    void theRuleOfThumbRoundsUp(double rate, long p99Millis, double factor, int permits) {
        assertThat(LittlesLaw.permits(rate, Duration.ofMillis(p99Millis), factor))
                .isEqualTo(permits);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aRateThatIsNoneIsRefused(double rate) {
        assertThatThrownBy(() -> Load.of(rate, Duration.ofMillis(20)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("perSecond must be above 0 and finite, was " + Check.shown(rate)
                        + ": give the rate of calls, 100 for 100/s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void aTimeThatIsNoneIsRefused(Duration time) {
        assertThatThrownBy(() -> Load.of(100, time))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("meanHeld must be above 0, was " + time
                        + ": give the mean time that a call holds its permit, such as 20 ms");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0, -2, Double.NaN, Double.POSITIVE_INFINITY})
    void aSafetyFactorThatSavesNothingIsRefused(double factor) {
        assertThatThrownBy(() -> LittlesLaw.permits(100, Duration.ofMillis(200), factor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("safetyFactor must be ")
                .hasMessageEndingWith("2 is usual");
    }

    @Test
    void aRuleBeyondAllIntsIsRefused() {
        assertThatThrownBy(() -> LittlesLaw.permits(1e9, Duration.ofSeconds(100), 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the rule asks for 200000000000 permits, more than an int holds: check rate and p99");
    }
}
