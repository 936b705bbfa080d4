// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.ReplayFigures.ChangeFigures;
import io.watertight.lab.figures.ReplayFigures.DatabaseFigures;
import io.watertight.lab.figures.VariantFigures;
import io.watertight.lab.figures.Verdict;
import io.watertight.lab.figures.Words;
import io.watertight.lab.replay.Arrivals.Arrival;
import io.watertight.lab.scenario.Database;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Incident;
import io.watertight.lab.scenario.Scenario.Pool;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.ScenarioException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the variants of a scenario one after another, on real sockets and threads, and returns what it measured.
 *
 * <p>Traffic goes to loopback servers that the replay itself starts, a PostgreSQL among them where the scenario has a
 * database, and to the {@code url} of a dependency where the scenario names one; nowhere else. When it returns, no thread,
 * process, port or temporary directory of it is left.
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
        List<Arrival> arrivals = Arrivals.of(scenario);
        List<VariantFigures> variants = new ArrayList<>();
        try (Stage stage = Stage.set(scenario, progress)) {
            for (Variant variant : scenario.variants()) {
                variants.add(new VariantRun(scenario, variant, stage, progress).run(arrivals));
            }
        }
        return figures(scenario, variants);
    }

    private static ReplayFigures figures(Scenario scenario, List<VariantFigures> variants) {
        Pool pool = scenario.pool();
        Database database = scenario.database();
        List<Incident> incidents = scenario.incidents();
        String incident =
                incidents.isEmpty() ? "the start" : incidents.getFirst().name();
        return new ReplayFigures(
                scenario.name(),
                scenario.title(),
                Verdict.of(Words.of(database != null), incident, scenario.capacity(), variants),
                seconds(scenario.duration()),
                seconds(scenario.deadline()) * 1e3,
                scenario.seed(),
                pool == null ? null : pool.threads(),
                pool == null ? null : pool.queue(),
                (int) Recorder.BUCKET.toMillis(),
                (int) Sampler.INTERVAL.toMillis(),
                scenario.firstChange().map(Replay::seconds).orElse(null),
                incidents.stream()
                        .map(change -> new ChangeFigures(seconds(change.at()), change.callee(), change.text()))
                        .toList(),
                variants,
                incident,
                database == null
                        ? null
                        : new DatabaseFigures(database.connections(), seconds(database.maxWait()) * 1e3));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
