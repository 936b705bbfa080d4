// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.ReplayFigures.ChangeFigures;
import io.watertight.lab.figures.VariantFigures;
import io.watertight.lab.figures.Verdict;
import io.watertight.lab.replay.Arrivals.Arrival;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.ScenarioException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the variants of a scenario one after another, on real sockets and threads, and returns what it measured.
 *
 * <p>Traffic goes to loopback servers that the replay itself starts, and to the {@code url} of a dependency where the
 * scenario names one; nowhere else. When it returns, no thread and no port of it is left.
 */
public final class Replay {
    private Replay() {}

    /**
     * Replays a scenario.
     *
     * @param scenario what to do
     * @param progress told about 20 times a second how far it is, on threads of the replay
     * @return all figures
     * @throws ScenarioException if a port is in use or a url does not answer
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static ReplayFigures run(Scenario scenario, Consumer<Progress> progress) throws InterruptedException {
        RunningServices.check(scenario);
        List<Arrival> arrivals = Arrivals.of(scenario);
        List<VariantFigures> variants = new ArrayList<>();
        for (Variant variant : scenario.variants()) {
            variants.add(new VariantRun(scenario, variant, progress).run(arrivals));
        }
        return figures(scenario, variants);
    }

    private static ReplayFigures figures(Scenario scenario, List<VariantFigures> variants) {
        return new ReplayFigures(
                scenario.name(),
                scenario.title(),
                Verdict.of(scenario.pool().threads(), variants),
                seconds(scenario.duration()),
                seconds(scenario.deadline()) * 1e3,
                scenario.seed(),
                scenario.pool().threads(),
                scenario.pool().queue(),
                (int) Recorder.BUCKET.toMillis(),
                (int) Sampler.INTERVAL.toMillis(),
                scenario.firstChange().map(Replay::seconds).orElse(null),
                scenario.changes().stream()
                        .map(change -> new ChangeFigures(
                                seconds(change.getValue().at()),
                                change.getKey(),
                                change.getValue().text()))
                        .toList(),
                variants);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
