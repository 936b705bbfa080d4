// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.contract.TestThreads;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A body that nobody has any more is ended when the garbage collector finds it, and is reported. */
class ForgottenBodyTest {
    private final LoopbackServer server = new LoopbackServer();
    private final HttpClient inner = HttpClient.newHttpClient();
    private final Bulkhead bulkhead = Bulkhead.of("dependency", 1);
    private final HttpBulkheads walls = HttpBulkheads.of(bulkhead);
    private final HttpRequest half = HttpRequest.newBuilder(server.uri("/half")).build();

    @AfterEach
    void close() {
        server.close();
        inner.shutdownNow();
    }

    static Stream<BodyHandler<?>> openBodies() {
        return Stream.of(BodyHandlers.ofInputStream(), BodyHandlers.ofPublisher(), BodyHandlers.ofLines());
    }

    @ParameterizedTest
    @MethodSource("openBodies")
    void isFoundByTheCollector(BodyHandler<?> handler) throws Exception {
        try (var warnings = new Warnings()) {
            forget(walls.around(inner), handler);
            collectUntilFree();
            assertThat(warnings.messages())
                    .singleElement()
                    .asString()
                    .contains(
                            "GET dependency /half",
                            "ForgottenBodyTest.forget(ForgottenBodyTest.java:",
                            "withLeakTraces");
        }
    }

    @Test
    void isReportedWithTheWholeWayIfThatWasAskedFor() throws Exception {
        try (var warnings = new Warnings()) {
            forget(walls.withLeakTraces(true).around(inner), BodyHandlers.ofInputStream());
            collectUntilFree();
            assertThat(warnings.records())
                    .singleElement()
                    .satisfies(record -> assertThat(record.getThrown())
                            .hasStackTraceContaining("isReportedWithTheWholeWayIfThatWasAskedFor"));
        }
    }

    @Test
    void isFoundWhereNobodyAskedTheFutureForIt() {
        try (var warnings = new Warnings()) {
            forgetFuture(walls.around(inner));
            TestThreads.eventually("it hangs", () -> server.hanging() == 1);
            collectUntilFree();
            assertThat(warnings.messages()).hasSize(1);
        }
    }

    @Test
    void isFoundWithApachesClientToo() throws Exception {
        var pool = new PoolingHttpClientConnectionManager();
        try (var warnings = new Warnings();
                CloseableHttpClient client = HttpClients.custom()
                        .setConnectionManager(pool)
                        .addExecInterceptorFirst("bulkheads", BulkheadExecHandler.of(walls, pool))
                        .build()) {
            forget(client);
            collectUntilFree();
            assertThat(warnings.messages()).singleElement().asString().contains("ForgottenBodyTest.forget(");
        }
    }

    @Test
    void aBodyThatIsBeingReadIsNotForgotten() throws Exception {
        try (var warnings = new Warnings();
                var threads = new TestThreads(Thread.ofPlatform().factory())) {
            var reader = threads.start(() -> walls.around(inner)
                    .send(half, BodyHandlers.ofInputStream())
                    .body()
                    .readAllBytes()
                    .length);
            TestThreads.eventually("it hangs", () -> server.hanging() == 1);
            for (int i = 0; i < 5; i++) {
                System.gc();
            }
            assertThat(bulkhead.activeCalls()).isEqualTo(1);
            server.release();
            assertThat(reader.result()).isEqualTo(2 * LoopbackServer.HALF.length());
            assertThat(warnings.messages()).isEmpty();
        }
    }

    // Methods of their own, so that no frame of the test holds on to what is to be forgotten.

    private void forget(HttpClient client, BodyHandler<?> handler) throws Exception {
        HttpResponse<?> response = client.send(half, handler);
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        assertThat(response.body()).isNotNull();
    }

    private void forgetFuture(HttpClient client) {
        assertThat(client.sendAsync(half, BodyHandlers.ofInputStream())).isNotNull();
    }

    @SuppressWarnings("deprecation") // the way that leaves the response to its caller
    private void forget(CloseableHttpClient client) throws Exception {
        CloseableHttpResponse response = client.execute(new HttpGet(server.uri("/half")));
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        assertThat(response.getEntity()).isNotNull();
    }

    private void collectUntilFree() {
        TestThreads.eventually("the collector finds it", () -> {
            System.gc();
            return bulkhead.activeCalls() == 0;
        });
    }
}
