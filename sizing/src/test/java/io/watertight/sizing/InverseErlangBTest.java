// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permits that are no whole number, as Hayward's approximation needs them. */
class InverseErlangBTest {
    /** B = a^c e^(−a)/Γ(c + 1, a), the incomplete gamma function by mpmath 1.3.0 with 40 digits. */
    @ParameterizedTest
    @CsvSource({
        "0.5, 1, 0.72519677735834862829",
        "2.5, 1, 0.11532681501190168079",
        "4, 1, 0.015384615384615384615",
        "7.25, 3.5, 0.032406670853872178032",
        "0.3, 0.001, 0.14014973031530163888",
        "12.5, 10, 0.10102942320293890788",
        "20.75, 20, 0.13804871997797686301",
        "100.5, 90, 0.025167243915181847077",
        "0.999, 50, 0.98041175731452911971"
    })
    void meetsTheIncompleteGammaFunction(double permits, double load, double expected) {
        assertThat(1 / InverseErlangB.of(permits, load)).isCloseTo(expected, withinPercentage(1e-10));
    }

    @ParameterizedTest
    @CsvSource({"0.25, 0.1", "0.5, 1", "0.75, 9", "3.3, 4", "17.9, 12"})
    void meetsFortetsIntegralBySimpsonsRule(double permits, double load) {
        int steps = 400_000;
        double width = 100.0 / steps; // e^(−100) leaves nothing beyond
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double u = i * width;
            double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * Math.exp(-u) * Math.pow(1 + u / load, permits);
        }
        assertThat(InverseErlangB.of(permits, load)).isCloseTo(sum * width / 3, withinPercentage(1e-8));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 0.01, 1, 30, 1e5})
    void obeysTheRecursionBetweenWholeNumbers(double load) {
        for (double permits = 1.125; permits < 12; permits += 1) {
            double recursion = 1 + permits / load * InverseErlangB.of(permits - 1, load);
            assertThat(InverseErlangB.of(permits, load)).isCloseTo(recursion, withinPercentage(1e-10));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1, 30})
    void isContinuousAtWholeNumbers(double load) {
        for (int permits = 1; permits < 10; permits++) {
            double exact = InverseErlangB.of(permits, load);
            assertThat(InverseErlangB.of(permits - 1e-13, load)).isCloseTo(exact, withinPercentage(1e-9));
            assertThat(InverseErlangB.of(permits + 1e-13, load)).isCloseTo(exact, withinPercentage(1e-9));
        }
    }
}
