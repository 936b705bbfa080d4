// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.figures.DependencyFigures;
import io.watertight.lab.figures.VariantFigures;
import io.watertight.lab.figures.VariantFigures.WallFigures;
import io.watertight.lab.figures.Words;
import io.watertight.lab.replay.Arrivals.Arrival;
import io.watertight.lab.scenario.Database.Partition;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.Wall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One variant from its first socket to its last: the service and what it calls, warm-up, load, figures. */
final class VariantRun {
    private final Scenario scenario;
    private final Variant variant;
    private final Stage stage;
    private final Consumer<Progress> progress;
    private final RunClock clock = new RunClock();
    private final Recorder recorder;

    VariantRun(Scenario scenario, Variant variant, Stage stage, Consumer<Progress> progress) {
        this.scenario = scenario;
        this.variant = variant;
        this.stage = stage;
        this.progress = progress;
        this.recorder = new Recorder(scenario);
    }

    VariantFigures run(List<Arrival> arrivals) throws InterruptedException {
        try (Service service = stage.open(variant, clock);
                var load = new Load(scenario, service)) {
            return run(arrivals, service, load);
        }
    }

    private VariantFigures run(List<Arrival> arrivals, Service service, Load load) throws InterruptedException {
        report(service, clock.elapsed());
        load.warmUp();
        service.startMeasuring(scenario.callees());
        List<Gauge> gauges = new ArrayList<>(List.of(service.busy()));
        scenario.callees()
                .forEach(callee -> gauges.add(service.downstream(callee).held()));
        try (var sampler = new Sampler(gauges, scenario.duration(), () -> report(service, running()))) {
            clock.start();
            sampler.start();
            load.run(arrivals, clock.startNanos(), scenario.duration(), recorder);
            sampler.stop();
            report(service, scenario.duration());
            return figures(service, sampler);
        }
    }

    /** Not yet ended, however late the last samples are: that is said once, when all is. */
    private Duration running() {
        Duration last = scenario.duration().minusNanos(1);
        Duration elapsed = clock.elapsed();
        return elapsed.compareTo(last) < 0 ? elapsed : last;
    }

    private void report(Service service, Duration elapsed) {
        progress.accept(new Progress(
                elapsed.isNegative() ? "\"" + variant.title() + "\" warms up" : "",
                variant.title(),
                elapsed,
                scenario.duration(),
                service.busy().now(),
                scenario.capacity(),
                Words.of(scenario.database() != null),
                recorder.total(Outcome.SERVED),
                recorder.total(Outcome.DEGRADED),
                recorder.total(Outcome.REFUSED) + recorder.total(Outcome.EXPIRED) + recorder.total(Outcome.BROKEN)));
    }

    private VariantFigures figures(Service service, Sampler sampler) {
        List<DependencyFigures> dependencies = new ArrayList<>();
        for (String callee : scenario.callees()) {
            Downstream downstream = service.downstream(callee);
            dependencies.add(new DependencyFigures(
                    callee,
                    downstream.held().most(),
                    sampler.samples(dependencies.size() + 1),
                    downstream.longestStay().toNanos() / 1e9,
                    downstream.timeouts(),
                    downstream.rejections(),
                    downstream.rejectionLatency()));
        }
        List<WallFigures> walls = new ArrayList<>();
        variant.walls().forEach((dependency, wall) -> walls.add(figures(dependency, wall)));
        variant.partitions().forEach((query, partition) -> walls.add(figures(query, partition)));
        return new VariantFigures(
                variant.name(),
                variant.title(),
                walls,
                service.busy().most(),
                variant.partitions().isEmpty() ? service.busy().fullAfterSeconds() : null,
                sampler.samples(0),
                recorder.endpointFigures(),
                dependencies,
                recorder.healthyFigures(),
                recorder.generatorFigures(),
                new PhaseReport(scenario, variant, service, recorder).figures());
    }

    private static WallFigures figures(String query, Partition partition) {
        return new WallFigures(
                query, "partition", partition.connections(), partition.maxWait().toNanos() / 1e6, null, null);
    }

    private static WallFigures figures(String dependency, Wall wall) {
        Double timeoutMillis = wall.timeout() == null ? null : wall.timeout().toNanos() / 1e6;
        return switch (wall) {
            case Wall.Semaphore semaphore ->
                new WallFigures(
                        dependency,
                        "bulkhead",
                        semaphore.maxConcurrentCalls(),
                        semaphore.maxWait().toNanos() / 1e6,
                        null,
                        timeoutMillis);
            case Wall.ThreadPool pool ->
                new WallFigures(dependency, "thread pool", pool.threads(), null, pool.queue(), timeoutMillis);
            case Wall.TimeoutOnly only -> new WallFigures(dependency, "timeout", null, null, null, timeoutMillis);
        };
    }
}
