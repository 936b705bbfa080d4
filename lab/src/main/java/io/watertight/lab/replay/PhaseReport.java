// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.figures.PhaseFigures;
import io.watertight.lab.figures.PhaseFigures.Prediction;
import io.watertight.lab.figures.PhaseFigures.WallPrediction;
import io.watertight.lab.prediction.SteadyState;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Dependency;
import io.watertight.lab.scenario.Scenario.Phase;
import io.watertight.lab.scenario.Scenario.Variant;
import java.util.ArrayList;
import java.util.List;

/** Puts what the formulas predict for each phase beside what was counted in it. */
final class PhaseReport {
    private final Scenario scenario;
    private final Variant variant;
    private final Service pages;
    private final Recorder recorder;

    PhaseReport(Scenario scenario, Variant variant, Service pages, Recorder recorder) {
        this.scenario = scenario;
        this.variant = variant;
        this.pages = pages;
        this.recorder = recorder;
    }

    List<PhaseFigures> figures() {
        List<PhaseFigures> figures = new ArrayList<>();
        if (scenario.database() != null) {
            return figures; // how long its queries take is the server's to say
        }
        for (Phase phase : scenario.phases()) {
            int index = figures.size();
            var steady = new SteadyState(scenario, variant, phase);
            List<WallPrediction> walls = new ArrayList<>();
            for (Dependency dependency : scenario.dependencies()) {
                PhaseCounts counts = pages.downstream(dependency.name()).rejectedByPhase();
                steady.wall(dependency)
                        .ifPresent(wall -> walls.add(new WallPrediction(
                                dependency.name(),
                                wall.formula(),
                                wall.erlangs(),
                                wall.limit(),
                                prediction(wall.rejected(), counts, index))));
            }
            figures.add(new PhaseFigures(
                    phase.from().toNanos() / 1e9,
                    phase.to().toNanos() / 1e9,
                    walls,
                    steady.healthyRejected()
                            .map(share -> prediction(share, recorder.healthyFailed(), index))
                            .orElse(null)));
        }
        return figures;
    }

    private static Prediction prediction(double share, PhaseCounts counts, int phase) {
        long all = counts.all(phase);
        return new Prediction(100 * share, all == 0 ? null : 100.0 * counts.some(phase) / all, all);
    }
}
