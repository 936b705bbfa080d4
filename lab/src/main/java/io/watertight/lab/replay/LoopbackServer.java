// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.watertight.lab.scenario.Origin;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;

/** The JDK's HTTP server, reachable from this machine alone. */
final class LoopbackServer implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    static {
        // Read once, when the server's classes load. Without the first, small answers wait 40 ms for a delayed
        // acknowledgement; without the second, connections beyond 200 idle ones are closed under the client.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
    }

    private final HttpServer server;

    /**
     * Starts listening.
     *
     * @param port 0 takes a free one
     * @param origin and the next: to say where a port that is in use stands
     * @param portPath the path of the port's key
     * @param executor runs the exchanges
     * @param handler answers them
     */
    LoopbackServer(int port, Origin origin, String portPath, Executor executor, HttpHandler handler) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), BACKLOG);
        } catch (BindException e) {
            throw origin.problem(
                    portPath,
                    "\"" + port + "\" cannot be listened on (" + e.getMessage()
                            + "); choose another port, or leave it out to take a free one");
        } catch (IOException e) {
            throw new IllegalStateException("cannot listen on loopback: " + e, e);
        }
        server.setExecutor(executor);
        server.createContext("/", handler);
        server.start();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + path);
    }

    /** Answers, or drops the answer where the client has gone. */
    static void answer(HttpExchange exchange, int status, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException clientHasGone) {
            // Its client counted the request as failed; there is nobody left to tell.
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
