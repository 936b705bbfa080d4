// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.figures.DependencyFigures;
import io.watertight.lab.figures.VariantFigures;
import io.watertight.lab.figures.VariantFigures.WallFigures;
import io.watertight.lab.replay.Arrivals.Arrival;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Dependency;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.Wall;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One variant from its first socket to its last: dependencies, page service, warm-up, load, figures. */
final class VariantRun {
    private final Scenario scenario;
    private final Variant variant;
    private final Consumer<Progress> progress;
    private final RunClock clock = new RunClock();
    private final Recorder recorder;

    VariantRun(Scenario scenario, Variant variant, Consumer<Progress> progress) {
        this.scenario = scenario;
        this.variant = variant;
        this.progress = progress;
        this.recorder = new Recorder(scenario);
    }

    VariantFigures run(List<Arrival> arrivals) throws InterruptedException {
        List<DependencyService> services = new ArrayList<>();
        try {
            Map<String, URI> addresses = start(services);
            try (var pages = new PageService(scenario, variant, clock, addresses);
                    var load = new Load(scenario, pages)) {
                return run(arrivals, pages, load);
            }
        } finally {
            services.forEach(DependencyService::close);
        }
    }

    private Map<String, URI> start(List<DependencyService> services) {
        Map<String, URI> addresses = new HashMap<>();
        for (Dependency dependency : scenario.dependencies()) {
            if (dependency.url() == null) {
                var service = new DependencyService(dependency, scenario.seed(), clock, scenario.origin());
                services.add(service);
                addresses.put(dependency.name(), service.uri());
            }
        }
        return addresses;
    }

    private VariantFigures run(List<Arrival> arrivals, PageService pages, Load load) throws InterruptedException {
        report(pages, clock.elapsed());
        load.warmUp();
        pages.startMeasuring();
        List<Gauge> gauges = new ArrayList<>(List.of(pages.busy()));
        scenario.dependencies()
                .forEach(d -> gauges.add(pages.downstream(d.name()).held()));
        try (var sampler = new Sampler(gauges, scenario.duration(), () -> report(pages, clock.elapsed()))) {
            clock.start();
            sampler.start();
            load.run(arrivals, clock.startNanos(), scenario.duration(), recorder);
            sampler.stop();
            report(pages, scenario.duration());
            return figures(pages, sampler);
        }
    }

    private void report(PageService pages, Duration elapsed) {
        progress.accept(new Progress(
                variant.title(),
                elapsed,
                scenario.duration(),
                pages.busy().now(),
                scenario.pool().threads(),
                recorder.total(Outcome.SERVED),
                recorder.total(Outcome.DEGRADED),
                recorder.total(Outcome.REFUSED) + recorder.total(Outcome.EXPIRED) + recorder.total(Outcome.BROKEN)));
    }

    private VariantFigures figures(PageService pages, Sampler sampler) {
        List<DependencyFigures> dependencies = new ArrayList<>();
        for (Dependency dependency : scenario.dependencies()) {
            Downstream downstream = pages.downstream(dependency.name());
            dependencies.add(new DependencyFigures(
                    dependency.name(),
                    downstream.held().most(),
                    sampler.samples(dependencies.size() + 1),
                    downstream.longestStay().toNanos() / 1e9,
                    downstream.timeouts(),
                    downstream.rejections(),
                    downstream.rejectionLatency()));
        }
        List<WallFigures> walls = new ArrayList<>();
        variant.walls().forEach((dependency, wall) -> walls.add(figures(dependency, wall)));
        return new VariantFigures(
                variant.name(),
                variant.title(),
                walls,
                pages.busy().most(),
                pages.busy().fullAfterSeconds(),
                sampler.samples(0),
                recorder.endpointFigures(),
                dependencies,
                recorder.healthyFigures(),
                recorder.generatorFigures(),
                new PhaseReport(scenario, variant, pages, recorder).figures());
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
