// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import com.sun.net.httpserver.HttpExchange;
import io.watertight.Policy;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Dependency;
import io.watertight.lab.scenario.Scenario.Endpoint;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.Wall;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The service under test: all its endpoints share one {@link WorkerPool}, and each page needs one blocking call to one
 * dependency. A request whose client has gone is served all the same, since a server does not notice until it writes.
 */
final class PageService implements AutoCloseable {
    private final Map<String, Downstream> downstreams = new LinkedHashMap<>();
    private final Map<String, Downstream> byPath = new LinkedHashMap<>();
    private final ExecutorService clientThreads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = Http.client(clientThreads);
    private final Gauge busy;
    private final WorkerPool pool;
    private final LoopbackServer server;

    PageService(Scenario scenario, Variant variant, RunClock clock, Map<String, URI> addresses) {
        Duration hang = scenario.firstChange().orElse(Duration.ZERO);
        int threads = scenario.pool().threads();
        for (Dependency dependency : scenario.dependencies()) {
            String name = dependency.name();
            URI address = dependency.url() == null ? addresses.get(name) : dependency.url();
            Wall wall = variant.walls().get(name);
            Policy policy = wall == null ? null : Downstream.policy(name, wall);
            if (address == null) {
                throw new IllegalArgumentException("no address for dependency " + name);
            }
            var held = new Gauge(threads, clock, hang);
            downstreams.put(name, new Downstream(address, client, policy, held, clock, scenario.phases()));
        }
        for (Endpoint endpoint : scenario.endpoints()) {
            byPath.put(uriPath(endpoint), downstream(endpoint.calls()));
        }
        busy = new Gauge(threads, clock, hang);
        pool = new WorkerPool(threads, scenario.pool().queue(), busy);
        server = listen(scenario);
    }

    private LoopbackServer listen(Scenario scenario) {
        try {
            return new LoopbackServer(scenario.pool().port(), scenario.origin(), "pool.port", pool, this::answer);
        } catch (RuntimeException e) {
            closeThreads();
            throw e;
        }
    }

    private void answer(HttpExchange exchange) {
        Downstream downstream = byPath.get(exchange.getRequestURI().getRawPath().substring(1));
        Outcome outcome;
        if (!WorkerPool.isWorker()) {
            outcome = Outcome.REFUSED;
        } else if (downstream == null) {
            outcome = Outcome.BROKEN;
        } else {
            outcome = downstream.ask();
        }
        LoopbackServer.answer(exchange, outcome.status(), outcome.name());
    }

    URI uri(Endpoint endpoint) {
        return server.uri(uriPath(endpoint));
    }

    private static String uriPath(Endpoint endpoint) {
        return endpoint.name().replace(" ", "%20");
    }

    Downstream downstream(String dependency) {
        Downstream downstream = downstreams.get(dependency);
        if (downstream == null) {
            throw new IllegalArgumentException("no dependency " + dependency);
        }
        return downstream;
    }

    Gauge busy() {
        return busy;
    }

    void startMeasuring() {
        busy.startMeasuring();
        downstreams.values().forEach(Downstream::startMeasuring);
    }

    @Override
    public void close() {
        server.close();
        closeThreads();
    }

    private void closeThreads() {
        pool.close();
        downstreams.values().forEach(Downstream::close);
        Quietly.close(client);
        Quietly.close(clientThreads);
    }
}
