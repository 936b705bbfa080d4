// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static io.watertight.sizing.Exact.erlangs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErlangBTest {
    @ParameterizedTest
    @CsvSource({
        "20, 20, 0.158891961542, 1e-12",
        "25, 20, 0.050221777891, 1e-12",
        "30, 20, 0.008457498340, 1e-12",
        "40, 20, 0.0000277764131302, 1e-16",
        "10, 10, 0.214582343107, 1e-12",
        "50, 50, 0.104787455504, 1e-12",
        "120, 100, 0.00569005461, 1e-11",
        "8, 2, 0.00085947572, 1e-11"
    })
    void meetsExactArithmeticAndThePublishedDigits(int permits, int load, double published, double lastDigit) {
        double rejection = ErlangB.rejection(erlangs(load), permits);

        Exact.erlangB(permits, Exact.of(load)).isMetBy(rejection, 1e-12);
        assertThat(rejection).isCloseTo(published, within(lastDigit));
    }

    @Test
    void twentyForTwentyIsTheFractionItShouldBe() {
        var fraction = new Exact(new BigInteger("640000000000000000"), new BigInteger("4027894135040576041"));

        assertThat(Exact.erlangB(20, Exact.of(20))).isEqualTo(fraction);
        fraction.isMetBy(ErlangB.rejection(erlangs(20), 20), 1e-15);
    }

    /** In thousandths of an erlang: from 0.001 to 1,000. */
    static IntStream loads() {
        var random = new SplittableRandom(1);
        return IntStream.concat(
                IntStream.of(1, 500, 1_000, 1_000_000), random.doubles(16).mapToInt(u -> (int) Math.pow(10, 6 * u)));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void meetsExactArithmeticForAnyLoad(int thousandths) {
        Load load = Load.of(thousandths, Duration.ofMillis(1));
        for (int permits : new int[] {1, 2, 7, 40, 200}) {
            Exact exact = Exact.erlangB(permits, Exact.of(thousandths).over(Exact.of(1_000)));
            if (exact.decimal().compareTo(new BigDecimal("1e-307")) > 0) {
                exact.isMetBy(ErlangB.rejection(load, permits), 1e-12);
            } else {
                assertThat(ErlangB.rejection(load, permits)).isLessThan(1e-306);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 900", "1000, 1000", "1000, 1200"})
    void meetsExactArithmeticForManyPermits(int load, int permits) {
        Exact.erlangB(permits, Exact.of(load)).isMetBy(ErlangB.rejection(erlangs(load), permits), 1e-12);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0.01, 7", "2, 0.001, 8", "2, 0.0001, 10", //
        "20, 0.01, 30", "20, 0.001, 35", "20, 0.0001, 39", //
        "100, 0.01, 117", "100, 0.001, 128", "100, 0.0001, 137", //
        "1000, 0.01, 1029", "1000, 0.001, 1072", "1000, 0.0001, 1100"
    })
    void findsTheFewestPermits(double load, double target, int permits) {
        assertThat(ErlangB.permits(erlangs(load), target)).isEqualTo(permits);
        assertThat(ErlangB.rejection(erlangs(load), permits)).isLessThanOrEqualTo(target);
        assertThat(ErlangB.rejection(erlangs(load), permits - 1)).isGreaterThan(target);
    }

    @ParameterizedTest
    @CsvSource({"1, 1e-12", "1, 0.5", "8, 0.01", "40, 1e-9", "200, 0.001", "100000, 0.01", "3, 0.999"})
    void theLoadThatPermitsCarryIsTheInverse(int permits, double target) {
        double load = ErlangB.load(permits, target);

        assertThat(1 / InverseErlangB.of(permits, load)).isCloseTo(target, withinPercentage(1e-9));
        assertThat(1 / InverseErlangB.of(permits, load)).isLessThanOrEqualTo(target);
    }

    @Test
    void oneErlangOnOnePermitIsHalfRejected() {
        assertThat(ErlangB.load(1, 0.5)).isCloseTo(1, within(1e-15));
        assertThat(ErlangB.rejection(erlangs(1), 1)).isEqualTo(0.5);
        assertThat(ErlangB.permits(erlangs(1), 0.5)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 2, 20, 700})
    void morePermitsRejectLess(double load) {
        double former = 1;
        for (int permits = 1; permits < 1_000; permits++) {
            double rejection = ErlangB.rejection(erlangs(load), permits);
            assertThat(rejection).isBetween(0.0, former);
            assertThat(rejection == 0 || rejection < former).isTrue();
            former = rejection;
        }
    }

    @ParameterizedTest
    @CsvSource({"0.001, 1000000", "1, 2147483647", "1000, 100000"})
    void whatIsTooSmallForADoubleIsZero(double load, int permits) {
        assertThat(ErlangB.rejection(erlangs(load), permits)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1e6, 1000000", "1e6, 900000", "1e6, 1005000", "1e9, 1000000000", "2147483647, 2147483647", "1e300, 7"})
    void largeArgumentsAreFinite(double load, int permits) {
        assertThat(ErlangB.rejection(erlangs(load), permits)).isGreaterThan(0).isLessThanOrEqualTo(1);
    }

    @Test
    void aMillionErlangsHaveTheirAsymptoticLoss() {
        // B(a; a) → √(2/(πa)) / (1 + (2/3)·√(2/(πa))), Jagerman 1974, theorem 14 to second order.
        double root = Math.sqrt(2 / (Math.PI * 1e6));
        assertThat(ErlangB.rejection(erlangs(1e6), 1_000_000))
                .isCloseTo(root / (1 + 2.0 / 3 * root), withinPercentage(1e-4));
    }

    /** The quickest of several runs: what the machine does besides does not count. */
    @Test
    void aMillionPermitsAreComputedAndFoundInLessThanATenthOfASecond() {
        Load load = erlangs(1e6);
        long quickest = LongStream.range(0, 7)
                .map(run -> {
                    long start = System.nanoTime();
                    int permits = ErlangB.permits(load, 0.001);
                    assertThat(ErlangB.rejection(load, 1_000_000)).isPositive();
                    assertThat(permits).isBetween(990_000, 1_000_000);
                    return System.nanoTime() - start;
                })
                .min()
                .orElseThrow();
        assertThat(Duration.ofNanos(quickest)).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void whatIsWrongIsNamedWithTheRemedy() {
        Load load = erlangs(20);
        assertThatThrownBy(() -> ErlangB.rejection(load, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("permits must be at least 1, was 0: a bulkhead without permits rejects every call");
        for (double target : new double[] {0, 1, -0.1, 5, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> ErlangB.permits(load, target))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("target must be above 0 and below 1, was ")
                    .hasMessageEndingWith(": it is the share of calls that may be rejected, 0.001 for 0.1 %");
            assertThatThrownBy(() -> ErlangB.load(5, target)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> ErlangB.permits(erlangs(1e12), 0.01))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("more than 2147483647 permits would be needed for a target of 0.01: check rate and mean"
                        + " holding time, or allow more rejections");
    }
}
