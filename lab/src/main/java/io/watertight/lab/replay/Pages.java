// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import com.sun.net.httpserver.HttpExchange;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Endpoint;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * What a service's clients see: a path for each endpoint, answered by one blocking call. A request whose client has gone
 * is served all the same, since a server does not notice until it writes.
 */
final class Pages implements AutoCloseable {
    private final Map<String, Downstream> downstreams;
    private final Map<String, Downstream> byPath = new HashMap<>();
    private final BooleanSupplier admitted;
    private final LoopbackServer server;

    /**
     * Starts listening.
     *
     * @param scenario has the endpoints
     * @param port 0 takes a free one
     * @param downstreams by what endpoints call
     * @param threads run the requests
     * @param admitted whether the request on the current thread may be served; otherwise it is refused
     */
    Pages(
            Scenario scenario,
            int port,
            Map<String, Downstream> downstreams,
            Executor threads,
            BooleanSupplier admitted) {
        this.downstreams = downstreams;
        this.admitted = admitted;
        for (Endpoint endpoint : scenario.endpoints()) {
            byPath.put(uriPath(endpoint), downstream(endpoint.calls()));
        }
        server = new LoopbackServer(port, scenario.origin(), "pool.port", threads, this::answer);
    }

    private void answer(HttpExchange exchange) {
        Downstream downstream = byPath.get(exchange.getRequestURI().getRawPath().substring(1));
        Outcome outcome;
        if (!admitted.getAsBoolean()) {
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

    Downstream downstream(String callee) {
        Downstream downstream = downstreams.get(callee);
        if (downstream == null) {
            throw new IllegalArgumentException("nothing to call by the name of " + callee);
        }
        return downstream;
    }

    @Override
    public void close() {
        server.close();
    }
}
