// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static io.watertight.sizing.Exact.erlangs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers that wait: without bound, up to a time, in a queue of so many places. */
class WaitingTest {
    private static final Load HUNDRED_OF_200_MS = Load.of(100, Duration.ofMillis(200));
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static Exact erlangC(int permits, int load) {
        Exact b = Exact.erlangB(permits, Exact.of(load));
        Exact busy = Exact.of(load).over(Exact.of(permits));
        return b.over(Exact.ONE.minus(busy.times(Exact.ONE.minus(b))));
    }

    @ParameterizedTest
    @CsvSource({"22, 20, 0.567915162159", "25, 20, 0.209102826599", "1, 0.5, 0.5", "2, 1, 0.333333333333"})
    void erlangCHasThePublishedDigits(int permits, double load, double published) {
        assertThat(ErlangC.waiting(erlangs(load), permits)).isCloseTo(published, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"21, 20", "22, 20", "25, 20", "40, 20", "2, 1", "200, 199", "200, 100"})
    void erlangCMeetsExactArithmetic(int permits, int load) {
        erlangC(permits, load).isMetBy(ErlangC.waiting(erlangs(load), permits), 1e-12);
    }

    @Test
    void waitsFollowFromErlangC() {
        double waiting = ErlangC.waiting(HUNDRED_OF_200_MS, 25);
        double meanSeconds = waiting * 0.2 / 5;
        Duration p99 = ErlangC.waitQuantile(HUNDRED_OF_200_MS, 25, 0.99);

        assertThat(ErlangC.meanWait(HUNDRED_OF_200_MS, 25).toNanos() / 1e9).isCloseTo(meanSeconds, within(1e-9));
        // P(wait > t) = C·e^(−(c − a)t/W)
        assertThat(waiting * Math.exp(-5 * p99.toNanos() / 1e9 / 0.2)).isCloseTo(0.01, within(1e-8));
        assertThat(ErlangC.waitQuantile(HUNDRED_OF_200_MS, 25, 0.79)).isZero();
        assertThat(ErlangC.waitQuantile(HUNDRED_OF_200_MS, 25, 0)).isZero();
    }

    @Test
    void aMeanWaitBeyondAllDurationsSaturates() {
        assertThat(ErlangC.meanWait(Load.of(1e-19, Duration.ofSeconds((long) 9e18)), 1))
                .isEqualTo(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    }

    @ParameterizedTest
    @CsvSource({"20, 20, 21", "20, 20.5, 21", "1, 1, 2"})
    void erlangCRefusesAQueueThatGrowsForEver(int permits, double load, int enough) {
        assertThatThrownBy(() -> ErlangC.waiting(erlangs(load), permits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a load of " + Check.shown(load) + " erlangs is not below " + permits
                        + " permits, so the queue would grow for ever: take at least " + enough
                        + " permits, or bound the wait (BoundedWait)");
        assertThatThrownBy(() -> ErlangC.meanWait(erlangs(load), permits)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1, 99, Double.NaN})
    void aQuantileOutOfRangeIsRefused(double share) {
        assertThatThrownBy(() -> ErlangC.waitQuantile(HUNDRED_OF_200_MS, 25, share))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(": 0.99 gives the p99 of the wait");
    }

    @ParameterizedTest
    @CsvSource({
        "20, 50, 0.08855",
        "20, 200, 0.03803",
        "22, 50, 0.04559",
        "22, 200, 0.00751",
        "25, 50, 0.01258",
        "25, 200, 0.00028"
    })
    void aBoundedWaitHasThePublishedDigits(int permits, long millis, double published) {
        assertThat(BoundedWait.rejection(HUNDRED_OF_200_MS, permits, Duration.ofMillis(millis)))
                .isCloseTo(published, within(0.5e-5));
    }

    @ParameterizedTest
    @CsvSource({"20, 20", "5, 50", "50, 5", "1, 1", "1, 0.1", "40, 39.999999999", "3, 1e6"})
    void noWaitIsErlangB(int permits, double load) {
        assertThat(BoundedWait.rejection(erlangs(load), permits, Duration.ZERO))
                .isCloseTo(ErlangB.rejection(erlangs(load), permits), withinPercentage(1e-10));
        assertThat(BoundedWait.waiting(erlangs(load), permits, Duration.ZERO))
                .isCloseTo(ErlangB.rejection(erlangs(load), permits), withinPercentage(1e-10));
        assertThat(BoundedQueue.rejection(erlangs(load), permits, 0))
                .isCloseTo(ErlangB.rejection(erlangs(load), permits), withinPercentage(1e-10));
    }

    @ParameterizedTest
    @CsvSource({"22, 20", "25, 20", "1, 0.5", "200, 199"})
    void aWaitWithoutEndIsErlangCBelowSaturation(int permits, double load) {
        assertThat(BoundedWait.waiting(erlangs(load), permits, FOR_EVER))
                .isCloseTo(ErlangC.waiting(erlangs(load), permits), withinPercentage(1e-10));
        assertThat(BoundedWait.rejection(erlangs(load), permits, FOR_EVER)).isZero();
        assertThat(BoundedQueue.rejection(erlangs(load), permits, Integer.MAX_VALUE))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"20, 21", "5, 50", "1, 1e6", "3, 1e300"})
    void aWaitWithoutEndServesWhatCanBeServedAboveSaturation(int permits, double load) {
        double lost = 1 - permits / load;
        assertThat(BoundedWait.rejection(erlangs(load), permits, FOR_EVER)).isCloseTo(lost, within(1e-12));
        assertThat(BoundedWait.waiting(erlangs(load), permits, FOR_EVER)).isCloseTo(1, within(1e-12));
        assertThat(BoundedQueue.rejection(erlangs(load), permits, Integer.MAX_VALUE))
                .isCloseTo(lost, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "20, 1", "20, 30", "100, 7", "1000, 1000000"})
    void atExactSaturationAWaitIsAQueueOfItsMeanLength(int permits, int queue) {
        Load load = erlangs(permits);
        Duration wait = Duration.ofNanos(1_000_000_000L * queue / permits);
        assertThat(Math.floorMod(1_000_000_000L * queue, permits)).isZero();

        assertThat(BoundedWait.rejection(load, permits, wait))
                .isCloseTo(BoundedQueue.rejection(load, permits, queue), withinPercentage(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"20, 0.5", "20, 3", "7, 1000"})
    void saturationIsNoSeamForAWait(int permits, double wait) {
        Duration maxWait = Duration.ofMillis((long) (wait * 1000));
        double at = BoundedWait.rejection(erlangs(permits), permits, maxWait);
        assertThat(BoundedWait.rejection(erlangs(permits * (1 - 1e-12)), permits, maxWait))
                .isCloseTo(at, withinPercentage(1e-6));
        assertThat(BoundedWait.rejection(erlangs(permits * (1 + 1e-12)), permits, maxWait))
                .isCloseTo(at, withinPercentage(1e-6));
        assertThat(BoundedQueue.rejection(erlangs(permits * (1 - 1e-12)), permits, (int) wait))
                .isCloseTo(BoundedQueue.rejection(erlangs(permits), permits, (int) wait), withinPercentage(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"20, 10", "20, 19.9", "20, 20", "20, 20.1", "20, 60", "1, 10"})
    void longerWaitsRejectLessAndLetMoreWait(int permits, double load) {
        double rejection = 1;
        double waiting = 0;
        for (long millis = 0; millis < 100_000_000; millis = millis * 2 + 1) {
            Duration wait = Duration.ofMillis(millis);
            double nextRejection = BoundedWait.rejection(erlangs(load), permits, wait);
            double nextWaiting = BoundedWait.waiting(erlangs(load), permits, wait);
            assertThat(nextRejection).isBetween(0.0, rejection);
            assertThat(nextWaiting).isBetween(waiting - 1e-12, 1.0).isGreaterThanOrEqualTo(nextRejection);
            rejection = nextRejection;
            waiting = nextWaiting;
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 3, 5", "4, 8, 5", "20, 20, 10", "1, 1, 0", "1, 7, 100", "50, 10, 20", "10, 1, 3", "40, 39, 200"})
    void aBoundedQueueMeetsExactArithmetic(int threads, int load, int queue) {
        Exact busy = Exact.of(load).over(Exact.of(threads));
        Exact places = Exact.ONE.over(Exact.erlangB(threads, Exact.of(load)));
        for (int i = 1; i <= queue; i++) {
            places = places.plus(busy.pow(i));
        }
        busy.pow(queue).over(places).isMetBy(BoundedQueue.rejection(erlangs(load), threads, queue), 1e-12);
    }

    @Test
    void absurdLoadsAreStillNumbers() {
        for (double load : new double[] {1e-300, 1e-17, 1e-9, 1e17, 1e300}) {
            for (Duration wait : new Duration[] {Duration.ZERO, Duration.ofNanos(1), Duration.ofDays(1), FOR_EVER}) {
                for (int permits : new int[] {1, 40, 1_000_000}) {
                    assertThat(BoundedWait.rejection(erlangs(load), permits, wait))
                            .isBetween(0.0, 1.0);
                    assertThat(BoundedWait.waiting(erlangs(load), permits, wait))
                            .isBetween(0.0, 1.0);
                    assertThat(BoundedQueue.rejection(
                                    erlangs(load), permits, (int) Math.min(Integer.MAX_VALUE, wait.toSeconds())))
                            .isBetween(0.0, 1.0);
                }
            }
        }
    }

    @Test
    void theFewestPermitsAreFound() {
        Duration wait = Duration.ofMillis(50);
        int permits = BoundedWait.permits(HUNDRED_OF_200_MS, wait, 0.01);
        assertThat(BoundedWait.rejection(HUNDRED_OF_200_MS, permits, wait)).isLessThanOrEqualTo(0.01);
        assertThat(BoundedWait.rejection(HUNDRED_OF_200_MS, permits - 1, wait)).isGreaterThan(0.01);
        int threads = BoundedQueue.threads(HUNDRED_OF_200_MS, 10, 0.01);
        assertThat(BoundedQueue.rejection(HUNDRED_OF_200_MS, threads, 10)).isLessThanOrEqualTo(0.01);
        assertThat(BoundedQueue.rejection(HUNDRED_OF_200_MS, threads - 1, 10)).isGreaterThan(0.01);
    }

    @Test
    void whatIsWrongIsNamedWithTheRemedy() {
        assertThatThrownBy(() -> BoundedWait.rejection(HUNDRED_OF_200_MS, 20, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxWait must not be negative, was PT-0.001S: use Duration.ZERO to fail fast");
        assertThatThrownBy(() -> BoundedWait.rejection(HUNDRED_OF_200_MS, 0, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BoundedQueue.rejection(HUNDRED_OF_200_MS, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("threads must be at least 1, was 0: a pool without threads rejects every call");
        assertThatThrownBy(() -> BoundedQueue.rejection(HUNDRED_OF_200_MS, 1, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("queue must be at least 0, was -1: use 0 for no queue");
    }
}
