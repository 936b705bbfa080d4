// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static io.watertight.sizing.Exact.erlangs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BurstsAndRetriesTest {
    @Test
    void independentCallersAreErlangB() {
        assertThat(Hayward.rejection(erlangs(20), 25, 1)).isEqualTo(ErlangB.rejection(erlangs(20), 25));
        assertThat(Hayward.permits(erlangs(20), 1, 0.001)).isEqualTo(35);
    }

    @Test
    void aPeakednessThatDividesThePermitsIsErlangBOfTheQuotients() {
        Exact.erlangB(10, Exact.of(8)).isMetBy(Hayward.rejection(erlangs(16), 20, 2), 1e-12);
    }

    @Test
    void burstsCostPermitsAndPacingSavesThem() {
        int poisson = Hayward.permits(erlangs(20), 1, 0.001);
        assertThat(Hayward.permits(erlangs(20), 2, 0.001)).isGreaterThan(poisson);
        assertThat(Hayward.permits(erlangs(20), 0.5, 0.001)).isLessThan(poisson);
    }

    @Test
    void morePermitsRejectLessThroughEveryFraction() {
        double former = 1;
        for (int permits = 1; permits < 200; permits++) {
            double rejection = Hayward.rejection(erlangs(20), permits, 2.7);
            assertThat(rejection).isLessThan(former).isPositive();
            former = rejection;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 0.009, Double.NaN, Double.POSITIVE_INFINITY})
    void aPeakednessThatIsNoneIsRefused(double peakedness) {
        assertThatThrownBy(() -> Hayward.rejection(erlangs(20), 25, peakedness))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("peakedness must be at least 0.01 and finite, was " + Check.shown(peakedness)
                        + ": 1 stands for independent callers, 2 for calls that come in pairs");
    }

    @ParameterizedTest
    @CsvSource({"20, 25, 1", "20, 25, 3", "20, 10, 5", "2, 8, 2", "1000, 900, 10", "3, 1, 1000000", "5, 5, 2147483647"})
    void retriesSolveTheirEquation(double load, int permits, int retries) {
        Retries solved = Retries.of(erlangs(load), permits, retries);

        double rejection = ErlangB.rejection(erlangs(solved.erlangs()), permits);
        assertThat(solved.rejection()).isEqualTo(rejection);
        assertThat(solved.lost()).isCloseTo(Math.pow(rejection, retries + 1.0), within(1e-6));
        // What is carried is what gets through in the end.
        assertThat(solved.erlangs() * (1 - rejection)).isCloseTo(load * (1 - solved.lost()), withinPercentage(1e-4));
    }

    /** With one permit B = a/(1 + a), so one retry makes a quadratic equation: x = a(1 + x/(1 + x)). */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.5, 3, 100})
    void onePermitAndOneRetryHaveAClosedForm(double load) {
        double half = (2 * load - 1) / 2;
        double expected = half + Math.sqrt(half * half + load);

        assertThat(Retries.of(erlangs(load), 1, 1).erlangs()).isCloseTo(expected, withinPercentage(1e-10));
    }

    @Test
    void noRetriesAreErlangB() {
        Retries none = Retries.of(erlangs(20), 25, 0);

        assertThat(none.erlangs()).isEqualTo(20);
        assertThat(none.rejection()).isEqualTo(ErlangB.rejection(erlangs(20), 25));
        assertThat(none.lost()).isCloseTo(none.rejection(), within(1e-15));
    }

    @Test
    void retriesRejectMoreAttemptsAndLoseFewerCalls() {
        Retries former = Retries.of(erlangs(20), 22, 0);
        for (int retries = 1; retries < 10; retries++) {
            Retries more = Retries.of(erlangs(20), 22, retries);
            assertThat(more.rejection()).isGreaterThan(former.rejection());
            assertThat(more.lost()).isLessThan(former.lost());
            former = more;
        }
    }

    @Test
    void negativeRetriesAreRefused() {
        assertThatThrownBy(() -> Retries.of(erlangs(20), 22, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("retries must be at least 0, was -1: use 0 for callers that never try again");
    }
}
