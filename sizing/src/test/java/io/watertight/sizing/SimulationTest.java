// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static io.watertight.sizing.Exact.erlangs;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.sizing.Simulation.Holding;
import io.watertight.sizing.Simulation.Measured;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The formulas against a million simulated calls each. */
class SimulationTest {
    @ParameterizedTest
    @EnumSource(Holding.class)
    void erlangBHoldsWhateverTheHoldingTime(Holding holding) {
        new Simulation(25, holding).rejections(20, 1).agreesWith(ErlangB.rejection(erlangs(20), 25));
        new Simulation(5, holding).rejections(2, 2).agreesWith(ErlangB.rejection(erlangs(2), 5));
        new Simulation(4, holding).rejections(9, 3).agreesWith(ErlangB.rejection(erlangs(9), 4));
    }

    private static double rejection(int permits, double load, double wait) {
        return BoundedWait.rejection(erlangs(load), permits, Duration.ofNanos((long) (wait * 1e9)));
    }

    @ParameterizedTest
    @CsvSource({"20, 20, 0.25", "20, 20, 1", "22, 20, 0.25", "4, 6, 0.5", "1, 0.8, 2"})
    void aBoundedWaitHoldsForExponentialHoldingTimes(int permits, double load, double wait) {
        new Simulation(permits, Holding.EXPONENTIAL)
                .maxWait(wait)
                .rejections(load, 4)
                .agreesWith(rejection(permits, load, wait));
    }

    /** Insensitivity ends where callers wait. */
    @Test
    void aBoundedWaitDependsOnTheShapeOfTheHoldingTime() {
        double predicted = rejection(20, 20, 1);
        Measured constant = new Simulation(20, Holding.CONSTANT).maxWait(1).rejections(20, 5);

        constant.differsFrom(predicted);
        assertThat(constant.share()).isLessThan(predicted);
    }

    @ParameterizedTest
    @CsvSource({"4, 3, 5", "20, 20, 10", "4, 8, 3"})
    void aBoundedQueueHoldsForExponentialHoldingTimes(int threads, double load, int queue) {
        new Simulation(threads, Holding.EXPONENTIAL)
                .queue(queue)
                .rejections(load, 6)
                .agreesWith(BoundedQueue.rejection(erlangs(load), threads, queue));
    }

    @ParameterizedTest
    @CsvSource({"8, 5, 1", "8, 5, 3", "20, 18, 2"})
    void retriesHoldWhereTheyComeLate(int permits, double load, int retries) {
        Retries predicted = Retries.of(erlangs(load), permits, retries);
        double measured = new Simulation(permits, Holding.EXPONENTIAL)
                .retries(retries)
                .rejections(load, 7)
                .share();

        // The retries of a burst still come a little clustered, so this is no matter of chance alone.
        assertThat(measured / predicted.rejection()).isBetween(0.97, 1.03);
        assertThat(predicted.rejection()).isGreaterThan(1.2 * ErlangB.rejection(erlangs(load), permits));
    }

    @ParameterizedTest
    @CsvSource({
        "CONSTANT, 2, 5, 2",
        "CONSTANT, 2, 30, 20",
        "CONSTANT, 3, 20, 10",
        "CONSTANT, 4, 40, 25",
        "CONSTANT, 2, 20, 16",
        "EXPONENTIAL, 2, 8, 4",
        "EXPONENTIAL, 3, 20, 10",
        "EXPONENTIAL, 4, 40, 25",
        "EXPONENTIAL, 4, 20, 16"
    })
    void haywardIsNearForBatches(Holding holding, int batch, int permits, double load) {
        double peakedness = holding == Holding.CONSTANT ? batch : (batch + 1) / 2.0;
        double predicted = Hayward.rejection(erlangs(load), permits, peakedness);
        Measured measured = new Simulation(permits, holding).batch(batch).rejections(load, 8);

        assertThat(measured.share() / predicted).isBetween(1 / 1.5, 1.5);
        measured.differsFrom(ErlangB.rejection(erlangs(load), permits));
    }
}
