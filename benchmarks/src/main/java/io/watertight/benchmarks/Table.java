// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The figures of one scenario: for each variant its forks, in the order of the rounds.
 *
 * <p>The forks of one round ran one right after the other. Ratios are taken within a round and the median of them is
 * reported, so that a machine that becomes slower or busier meanwhile moves both sides.
 */
final class Table {
    private final Scenario scenario;
    private final Map<Variant, List<Fork>> forks;

    Table(Scenario scenario, Map<Variant, List<Fork>> forks) {
        this.scenario = scenario;
        this.forks = new LinkedHashMap<>(forks);
    }

    Scenario scenario() {
        return scenario;
    }

    List<Fork> forks(Variant variant) {
        return forks.getOrDefault(variant, List.of());
    }

    OptionalDouble median(Variant variant, ToDoubleFunction<Fork> figure) {
        return median(forks(variant).stream().mapToDouble(figure));
    }

    OptionalDouble min(Variant variant, ToDoubleFunction<Fork> figure) {
        return forks(variant).stream().mapToDouble(figure).min();
    }

    OptionalDouble max(Variant variant, ToDoubleFunction<Fork> figure) {
        return forks(variant).stream().mapToDouble(figure).max();
    }

    /** Returns the median over the rounds of one variant's figure divided by another's in the same round. */
    OptionalDouble ratio(Variant variant, Variant base, ToDoubleFunction<Fork> figure) {
        List<Fork> above = forks(variant);
        List<Fork> below = forks(base);
        return median(IntStream.range(0, Math.min(above.size(), below.size()))
                .filter(round -> figure.applyAsDouble(below.get(round)) > 0)
                .mapToDouble(round -> figure.applyAsDouble(above.get(round)) / figure.applyAsDouble(below.get(round))));
    }

    /** Returns the median over the rounds of one variant's figure less another's in the same round. */
    OptionalDouble difference(Variant variant, Variant base, ToDoubleFunction<Fork> figure) {
        List<Fork> above = forks(variant);
        List<Fork> below = forks(base);
        return median(IntStream.range(0, Math.min(above.size(), below.size()))
                .mapToDouble(round -> figure.applyAsDouble(above.get(round)) - figure.applyAsDouble(below.get(round))));
    }

    private static OptionalDouble median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
    }
}
