// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.prediction;

import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Dependency;
import io.watertight.lab.scenario.Scenario.Endpoint;
import io.watertight.lab.scenario.Scenario.Phase;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.Wall;
import io.watertight.sizing.BoundedQueue;
import io.watertight.sizing.BoundedWait;
import io.watertight.sizing.Load;
import io.watertight.sizing.SharedPool;
import java.time.Duration;
import java.util.Optional;

/**
 * What the formulas of {@code io.watertight.sizing} say about one phase of a variant, had it lasted for ever.
 *
 * <p>They take the arrivals as a Poisson process, which those of a replay are, and know the mean latencies of the scenario.
 * They know nothing of the network, the queue before the page service's pool, and the clients' deadlines.
 */
public final class SteadyState {
    /** A dependency that answers at once still takes the machine a moment. */
    private static final double LEAST_SECONDS = 1e-6;

    private static final Duration NO_LIMIT = Duration.ofDays(365);

    private final Scenario scenario;
    private final Variant variant;
    private final Phase phase;

    /**
     * One phase of a variant.
     *
     * @param scenario the whole
     * @param variant one of its variants
     * @param phase one of its phases
     */
    public SteadyState(Scenario scenario, Variant variant, Phase phase) {
        this.scenario = scenario;
        this.variant = variant;
        this.phase = phase;
    }

    /**
     * The calls that a wall turns away.
     *
     * @param formula its name
     * @param erlangs the offered load
     * @param limit calls that may be active at once
     * @param rejected their share, from 0 to 1
     */
    public record WallState(String formula, double erlangs, int limit, double rejected) {}

    /**
     * What a dependency's wall does.
     *
     * @param dependency one of the scenario
     * @return empty where there are no permits, no calls or no known latency
     */
    public Optional<WallState> wall(Dependency dependency) {
        return load(dependency).flatMap(load -> switch (variant.walls().get(dependency.name())) {
            case Wall.Semaphore semaphore ->
                Optional.of(new WallState(
                        semaphore.maxWait().isZero() ? "Erlang B" : "M/M/c+D",
                        load.erlangs(),
                        semaphore.maxConcurrentCalls(),
                        BoundedWait.rejection(load, semaphore.maxConcurrentCalls(), semaphore.maxWait())));
            case Wall.ThreadPool pool ->
                Optional.of(new WallState(
                        "M/M/c/c+q",
                        load.erlangs(),
                        pool.threads(),
                        BoundedQueue.rejection(load, pool.threads(), pool.queue())));
            case Wall.TimeoutOnly only -> Optional.empty();
            case null -> Optional.empty();
        });
    }

    /**
     * The share of requests to healthy endpoints that find the pool or their wall full.
     *
     * @return from 0 to 1; empty where no endpoint is healthy or a latency is unknown
     */
    public Optional<Double> healthyRejected() {
        SharedPool pool = SharedPool.of(scenario.capacity());
        for (Dependency dependency : called()) {
            Optional<Load> load = load(dependency);
            if (load.isEmpty()) {
                return Optional.empty();
            }
            pool = pool.withDependency(dependency.name(), load.get(), threadsAtMost(dependency));
        }
        double requests = 0;
        double rejected = 0;
        SharedPool.Occupancy steady = pool.solve();
        for (Endpoint endpoint : scenario.endpoints()) {
            if (scenario.healthy(endpoint)) {
                requests += endpoint.perSecond();
                rejected += endpoint.perSecond() * steady.rejection(endpoint.calls());
            }
        }
        return requests == 0 ? Optional.empty() : Optional.of(rejected / requests);
    }

    private Iterable<Dependency> called() {
        return scenario.dependencies().stream()
                .filter(dependency -> perSecond(dependency) > 0)
                .toList();
    }

    private double perSecond(Dependency dependency) {
        return scenario.endpoints().stream()
                .filter(endpoint -> endpoint.calls().equals(dependency.name()))
                .filter(endpoint -> endpoint.from().compareTo(phase.from()) <= 0)
                .mapToDouble(Endpoint::perSecond)
                .sum();
    }

    /** Empty where nobody calls it, or it is a service of the user's whose latency nobody told. */
    private Optional<Load> load(Dependency dependency) {
        double perSecond = perSecond(dependency);
        if (perSecond == 0 || dependency.url() != null) {
            return Optional.empty();
        }
        Wall wall = variant.walls().get(dependency.name());
        Duration timeout = wall == null ? null : wall.timeout();
        double mean = dependency.at(phase.from()).latency().meanSeconds(timeout == null ? NO_LIMIT : timeout);
        return Optional.of(Load.of(perSecond, Duration.ofNanos((long) (1e9 * Math.max(LEAST_SECONDS, mean)))));
    }

    /** Page threads inside the wall, and those that wait at it. */
    private int threadsAtMost(Dependency dependency) {
        int threads = scenario.capacity();
        return switch (variant.walls().get(dependency.name())) {
            case Wall.Semaphore semaphore ->
                (int) Math.min(threads, semaphore.maxConcurrentCalls() + waiting(semaphore, perSecond(dependency)));
            case Wall.ThreadPool pool -> Math.min(threads, pool.threads() + pool.queue());
            case Wall.TimeoutOnly only -> threads;
            case null -> threads;
        };
    }

    private static double waiting(Wall.Semaphore wall, double perSecond) {
        return Math.min(wall.maxWaiting(), Math.ceil(perSecond * wall.maxWait().toNanos() / 1e9));
    }
}
