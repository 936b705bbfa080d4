// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop.backends;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A dependency on a port of its own. It answers every request after 20 ms, or, while it hangs, after as long as it was told. */
final class Backend implements AutoCloseable {
    private static final Duration HEALTHY = Duration.ofMillis(20);
    // More connections than the default of 50 may arrive at once.
    private static final int BACKLOG = 1000;

    static {
        // Read once by the JDK's server; without it the second packet of an answer waits for the acknowledgement of the
        // first.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** How long answers take, until another pace follows: what waits then is answered at once. */
    private record Pace(Duration delay, CountDownLatch over) {
        static Pace of(Duration delay) {
            return new Pace(delay, new CountDownLatch(1));
        }
    }

    private final String answer;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile Pace pace = Pace.of(HEALTHY);

    /**
     * Starts it.
     *
     * @param answer the body of every answer, with {@code %s} where the last part of the path belongs
     */
    Backend(String answer) throws IOException {
        this.answer = answer;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        Pace now = pace;
        try (exchange) {
            now.over().await(now.delay().toNanos(), NANOSECONDS);
            String path = exchange.getRequestURI().getPath();
            byte[] body =
                    answer.formatted(path.substring(path.lastIndexOf('/') + 1)).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException closed) {
            throw new IOException("closed", closed);
        }
    }

    /** From now on answers take that long. */
    void hang(Duration delay) {
        follow(Pace.of(delay));
    }

    /** From now on answers take 20 ms again, and those that hang come at once. */
    void heal() {
        follow(Pace.of(HEALTHY));
    }

    private synchronized void follow(Pace next) {
        Pace before = pace;
        pace = next;
        before.over().countDown();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
