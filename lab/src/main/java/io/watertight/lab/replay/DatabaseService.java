// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.Database;
import io.watertight.lab.scenario.Database.Query;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Endpoint;
import io.watertight.lab.scenario.Scenario.Variant;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A service that is short of connections: each request needs one query, on a virtual thread of its own, so it waits for
 * nothing but a connection and the server.
 */
final class DatabaseService implements Service {
    private final Map<String, Downstream> downstreams = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Connections connections;
    private final Gauge busy;
    private final Pages pages;

    /**
     * Starts the service.
     *
     * @param connections closed with this service
     */
    DatabaseService(Scenario scenario, Database database, Variant variant, RunClock clock, Connections connections) {
        this.connections = connections;
        Duration incident = scenario.firstChange().orElse(Duration.ZERO);
        busy = new Gauge(database.connections(), clock, incident);
        for (Query query : database.queries()) {
            var held = new Gauge(database.connections(), clock, incident);
            var call = new QueryCall(connections.of(query.name()), query.sql(), held, busy);
            downstreams.put(query.name(), new Downstream(call, null, held, clock, scenario.phases()));
        }
        pages = new Pages(scenario, 0, downstreams, threads, () -> true);
    }

    @Override
    public URI uri(Endpoint endpoint) {
        return pages.uri(endpoint);
    }

    @Override
    public Downstream downstream(String query) {
        return pages.downstream(query);
    }

    @Override
    public Gauge busy() {
        return busy;
    }

    /** Connections first: whoever waits for one, or for an answer on one, gets an exception. */
    @Override
    public void close() {
        pages.close();
        connections.close();
        Quietly.close(threads);
    }
}
