// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.Policy;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Dependency;
import io.watertight.lab.scenario.Scenario.Endpoint;
import io.watertight.lab.scenario.Scenario.Pool;
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
 * A service that is short of threads: all its endpoints share one {@link WorkerPool}, and each page needs one blocking
 * call to one dependency.
 */
final class PageService implements Service {
    private final Dependencies dependencies;
    private final Map<String, Downstream> downstreams = new LinkedHashMap<>();
    private final ExecutorService clientThreads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = Http.client(clientThreads);
    private final Gauge busy;
    private final WorkerPool pool;
    private final Pages pages;

    /**
     * Starts the service.
     *
     * @param dependencies closed with this service
     */
    PageService(Scenario scenario, Pool size, Variant variant, RunClock clock, Dependencies dependencies) {
        this.dependencies = dependencies;
        Duration hang = scenario.firstChange().orElse(Duration.ZERO);
        for (Dependency dependency : scenario.dependencies()) {
            String name = dependency.name();
            Wall wall = variant.walls().get(name);
            Policy policy = wall == null ? null : Downstream.policy(name, wall);
            var held = new Gauge(size.threads(), clock, hang);
            downstreams.put(
                    name,
                    new Downstream(
                            new HttpCall(dependencies.address(dependency), client, held),
                            policy,
                            held,
                            clock,
                            scenario.phases()));
        }
        busy = new Gauge(size.threads(), clock, hang);
        pool = new WorkerPool(size.threads(), size.queue(), busy);
        pages = listen(scenario, size.port());
    }

    private Pages listen(Scenario scenario, int port) {
        try {
            return new Pages(scenario, port, downstreams, pool, WorkerPool::isWorker);
        } catch (RuntimeException e) {
            closeThreads();
            throw e;
        }
    }

    @Override
    public URI uri(Endpoint endpoint) {
        return pages.uri(endpoint);
    }

    @Override
    public Downstream downstream(String dependency) {
        return pages.downstream(dependency);
    }

    @Override
    public Gauge busy() {
        return busy;
    }

    @Override
    public void close() {
        pages.close();
        closeThreads();
        dependencies.close();
    }

    private void closeThreads() {
        pool.close();
        downstreams.values().forEach(Downstream::close);
        Quietly.close(client);
        Quietly.close(clientThreads);
    }
}
