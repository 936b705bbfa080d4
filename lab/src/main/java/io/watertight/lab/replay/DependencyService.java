// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import com.sun.net.httpserver.HttpExchange;
import io.watertight.lab.scenario.Origin;
import io.watertight.lab.scenario.Scenario.Behaviour;
import io.watertight.lab.scenario.Scenario.Dependency;
import java.net.URI;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A dependency of the page service: an HTTP server of its own that takes as long as its latency law says. It has a
 * virtual thread for every request, so it is slow only where the scenario makes it slow.
 */
final class DependencyService implements AutoCloseable {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L; // spreads consecutive seeds

    private final Dependency dependency;
    private final long seed;
    private final RunClock clock;
    private final AtomicLong calls = new AtomicLong();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LoopbackServer server;

    DependencyService(Dependency dependency, long seed, RunClock clock, Origin origin) {
        this.dependency = dependency;
        this.seed = seed ^ dependency.name().hashCode();
        this.clock = clock;
        this.server = new LoopbackServer(
                dependency.port(), origin, "dependencies." + dependency.name() + ".port", threads, this::answer);
    }

    URI uri() {
        return server.uri("");
    }

    private void answer(HttpExchange exchange) {
        Behaviour behaviour = dependency.at(clock.elapsed());
        var random = new SplittableRandom(seed + calls.getAndIncrement() * GOLDEN_GAMMA);
        boolean fails = random.nextDouble() < behaviour.failures();
        try {
            Thread.sleep(behaviour.latency().sample(random));
            LoopbackServer.answer(exchange, fails ? 500 : 200, dependency.name());
        } catch (InterruptedException closing) {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.close();
        Quietly.close(threads);
    }
}
