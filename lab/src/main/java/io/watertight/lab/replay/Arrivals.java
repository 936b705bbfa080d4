// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Endpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The arrival times of a scenario: a Poisson process for each endpoint, all drawn beforehand from the scenario's seed, so
 * that every variant meets the same requests at the same times.
 */
final class Arrivals {
    private Arrivals() {}

    /**
     * One request to come.
     *
     * @param atNanos the intended time, since the start
     * @param endpoint its place in the scenario's list
     */
    record Arrival(long atNanos, int endpoint) {}

    static List<Arrival> of(Scenario scenario) {
        List<Arrival> arrivals = new ArrayList<>();
        var seeds = new SplittableRandom(scenario.seed());
        for (int i = 0; i < scenario.endpoints().size(); i++) {
            Endpoint endpoint = scenario.endpoints().get(i);
            double meanGapNanos = 1e9 / endpoint.perSecond();
            var random = seeds.split();
            double at = endpoint.from().toNanos() + gap(random, meanGapNanos);
            while (at < scenario.duration().toNanos()) {
                arrivals.add(new Arrival((long) at, i));
                at += gap(random, meanGapNanos);
            }
        }
        arrivals.sort(Comparator.comparingLong(Arrival::atNanos));
        return arrivals;
    }

    /** By inversion, and with StrictMath: the same bits on every JVM. */
    private static double gap(SplittableRandom random, double mean) {
        return -mean * StrictMath.log1p(-random.nextDouble());
    }
}
