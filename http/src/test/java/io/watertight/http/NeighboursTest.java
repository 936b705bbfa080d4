// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Destinations that hang before the headers, in the middle of the body, or reset: the one beside them stays quick. */
class NeighboursTest {
    private static final int CALLS = 300;
    private static final int LIMIT = 4;

    @ParameterizedTest
    @EnumSource(
            value = Version.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void keepTheirP99(Version version) throws Exception {
        var good = Bulkhead.of("good", 2);
        var hanging = Bulkhead.of("hanging", LIMIT);
        var half = Bulkhead.of("half", LIMIT);
        var resetting = Bulkhead.of("resetting", LIMIT);
        var stop = new AtomicBoolean();
        try (var healthy = new LoopbackServer();
                var hangs = new LoopbackServer();
                var halves = new LoopbackServer();
                var resets = new ResettingServer();
                HttpClient inner = HttpClient.newBuilder().version(version).build()) {
            HttpClient client = HttpBulkheads.of(Bulkhead.of("others", 1))
                    .withTimeout(Duration.ofMillis(200))
                    .withDestination(healthy.hostAndPort(), good, Duration.ofMinutes(1))
                    .withDestination(hangs.hostAndPort(), hanging)
                    .withDestination(halves.hostAndPort(), half)
                    .withDestination(resets.uri().getAuthority(), resetting)
                    .around(inner);
            long alone = p99(client, healthy.uri("/ok"));
            try (var threads = new TestThreads(Thread.ofVirtual().factory())) {
                for (int i = 0; i < 2 * LIMIT; i++) {
                    threads.start(() -> failOver(client, hangs.uri("/hang"), stop));
                    threads.start(() -> failOver(client, halves.uri("/half"), stop));
                    threads.start(() -> failOver(client, resets.uri(), stop));
                }
                TestThreads.eventually("they hang", () -> hangs.requests() >= LIMIT && halves.requests() >= LIMIT);
                long beside = p99(client, healthy.uri("/ok"));
                stop.set(true);
                assertThat(beside)
                        .as("p99 beside three broken destinations, alone it was %d us", alone / 1000)
                        .isLessThan(Math.max(20 * alone, Duration.ofMillis(150).toNanos()));
            }
            for (Bulkhead one : new Bulkhead[] {good, hanging, half, resetting}) {
                TestThreads.eventually(one + " has all permits", () -> one.activeCalls() == 0);
            }
            assertThat(healthy.requests()).isEqualTo(2 * CALLS);
            assertThat(healthy.accepts()).as("the connection is kept").isEqualTo(1);
            assertThat(resets.accepts()).isPositive();
        }
    }

    /** Calls a broken destination again and again; what it gets is a failure in time, or a rejection. */
    private static int failOver(HttpClient client, URI broken, AtomicBoolean stop) throws InterruptedException {
        int failures = 0;
        while (!stop.get()) {
            assertThatThrownBy(() -> {
                        var request = HttpRequest.newBuilder(broken).build();
                        try (InputStream body = client.send(request, BodyHandlers.ofInputStream())
                                .body()) {
                            body.readAllBytes();
                        }
                    })
                    .isInstanceOfAny(IOException.class, BulkheadFullException.class);
            Thread.sleep(5); // the pace of a caller, not a rendezvous
            failures++;
        }
        return failures;
    }

    private static long p99(HttpClient client, URI uri) throws Exception {
        long[] nanos = new long[CALLS];
        for (int i = 0; i < CALLS; i++) {
            long since = System.nanoTime();
            assertThat(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo(LoopbackServer.OK);
            nanos[i] = System.nanoTime() - since;
        }
        Arrays.sort(nanos);
        return nanos[CALLS * 99 / 100];
    }

    /** Sends the headers and a part of the body, and then a reset. */
    private static final class ResettingServer implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger accepts = new AtomicInteger();

        ResettingServer() throws IOException {
            Thread.ofVirtual().start(this::serve);
        }

        URI uri() {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }

        int accepts() {
            return accepts.get();
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket connection = socket.accept()) {
                    accepts.incrementAndGet();
                    connection.setSoLinger(true, 0);
                    connection.getInputStream().read(new byte[4096]);
                    connection
                            .getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"
                                    .getBytes(StandardCharsets.US_ASCII));
                } catch (IOException closed) {
                    // by the client, or at the end
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
