// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Apache HttpClient with walls, on a real server. */
@SuppressWarnings(
        "deprecation") // execute without a response handler leaves the response to its caller, and so it is tested
class BulkheadExecHandlerTest {
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final LoopbackServer server = new LoopbackServer();
    private final PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
    private Bulkhead bulkhead = Bulkhead.of("dependency", 1);

    @AfterEach
    void nothingIsHeld() {
        server.close();
        TestThreads.eventually("active 0", () -> bulkhead.activeCalls() == 0);
        assertThat(pool.getTotalStats().getLeased()).isZero();
        pool.close();
    }

    private HttpBulkheads walls() {
        return HttpBulkheads.of(Bulkhead.of("others", 1)).withDestination(server.hostAndPort(), bulkhead);
    }

    private CloseableHttpClient client(HttpBulkheads walls) {
        return HttpClients.custom()
                .setConnectionManager(pool)
                .addExecInterceptorFirst("bulkheads", BulkheadExecHandler.of(walls, pool))
                .build();
    }

    /** All is loaded then, so that the headers come within the limit. */
    private void warmUp() throws IOException {
        client(walls()).execute(get("/ok")).close();
    }

    private HttpGet get(String path) {
        return new HttpGet(server.uri(path));
    }

    @Test
    void anExchangeThatIsReadHasGivenItsPermitAndItsConnectionBack() throws Exception {
        CloseableHttpClient client = client(walls());
        for (int i = 0; i < 20; i++) {
            String body = client.execute(get("/ok"), response -> EntityUtils.toString(response.getEntity()));
            assertThat(body).isEqualTo(LoopbackServer.OK);
            assertThat(bulkhead.activeCalls()).isZero();
        }
        assertThat(client.<Integer>execute(get("/empty"), response -> response.getCode()))
                .isEqualTo(204);
        assertThat(bulkhead.activeCalls()).isZero();
        assertThat(server.accepts()).isEqualTo(1);
    }

    interface End {
        void of(CloseableHttpResponse response) throws IOException;
    }

    static Stream<End> waysToEndAResponse() {
        return Stream.of(
                CloseableHttpResponse::close,
                response -> response.close(CloseMode.IMMEDIATE),
                response -> response.close(CloseMode.GRACEFUL),
                response -> EntityUtils.consume(response.getEntity()),
                response -> response.getEntity().writeTo(OutputStream.nullOutputStream()),
                response -> response.getEntity().getContent().readAllBytes());
    }

    @ParameterizedTest
    @MethodSource("waysToEndAResponse")
    void aPermitIsHeldUntilTheResponseHasEnded(End end) throws Exception {
        CloseableHttpClient client = client(walls());
        CloseableHttpResponse response = client.execute(get("/half"));
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        assertThatThrownBy(() -> client.execute(get("/ok"))).isInstanceOf(BulkheadFullException.class);
        TestThreads.eventually("it hangs", () -> server.hanging() == 1);
        server.release();
        end.of(response);
        assertThat(bulkhead.activeCalls()).isZero();
        String next = client.execute(get("/ok"), answer -> EntityUtils.toString(answer.getEntity()));
        assertThat(next).isEqualTo(LoopbackServer.OK);
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void aRedirectCountsForTheFirstDestinationUntilTheLastBodyEnds() throws Exception {
        try (CloseableHttpResponse response = client(walls()).execute(get("/redirect"))) {
            assertThat(response.getCode()).isEqualTo(200);
            assertThat(bulkhead.activeCalls()).isEqualTo(1);
            TestThreads.eventually("it hangs", () -> server.hanging() == 1);
            server.release();
        }
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theTimeoutEndsAnExchangeThatHangsBeforeTheHeaders(boolean cancellableRequest) {
        CloseableHttpClient client = client(walls().withTimeout(SHORT));
        ClassicHttpRequest request = cancellableRequest
                ? get("/hang")
                : ClassicRequestBuilder.get(server.uri("/hang")).build();
        assertThatThrownBy(() -> client.execute(request, response -> "never"))
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessageContaining("'dependency'")
                .hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(bulkhead.activeCalls()).isZero();
        assertThat(server.requests()).as("not sent again").isLessThanOrEqualTo(1);
    }

    @Test
    void theTimeoutEndsABodyThatHangs() throws Exception {
        CloseableHttpClient client = client(walls().withTimeout(SHORT));
        warmUp();
        try (CloseableHttpResponse response = client.execute(get("/half"));
                InputStream body = response.getEntity().getContent()) {
            assertThatThrownBy(body::readAllBytes)
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasCauseInstanceOf(TimeoutExceededException.class);
        } catch (SocketTimeoutException closedUnderTheLimit) {
            assertThat(closedUnderTheLimit).hasCauseInstanceOf(TimeoutExceededException.class);
        }
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void theTimeoutEndsABodyThatNobodyReads() throws Exception {
        warmUp();
        CloseableHttpResponse response = client(walls().withTimeout(SHORT)).execute(get("/half"));
        TestThreads.eventually("the limit", () -> bulkhead.activeCalls() == 0);
        assertThatThrownBy(() -> response.getEntity().getContent().readAllBytes())
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void anInterruptedWaitIsNoRejection() throws Exception {
        bulkhead = bulkhead.withMaxWait(Duration.ofMinutes(1));
        CloseableHttpClient client = client(walls());
        try (var threads = new TestThreads(Thread.ofPlatform().factory());
                CloseableHttpResponse held = client.execute(get("/half"))) {
            var caller = threads.start(() -> {
                assertThatThrownBy(() -> client.execute(get("/ok"))).isInstanceOf(InterruptedIOException.class);
                return Thread.currentThread().isInterrupted();
            });
            TestThreads.eventually("it waits", () -> bulkhead.waitingCalls() == 1);
            caller.thread().interrupt();
            assertThat(caller.result()).isTrue();
            TestThreads.eventually("it hangs", () -> server.hanging() == 1);
            server.release();
            assertThat(held.getCode()).isEqualTo(200);
        }
    }

    @Test
    void aFunctionMayNameTheDestination() throws Exception {
        var search = Bulkhead.of("search", 1);
        var walls = HttpBulkheads.of(bulkhead).withDestination("search", search);
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(pool)
                .addExecInterceptorFirst(
                        "bulkheads",
                        BulkheadExecHandler.of(
                                walls, pool, request -> request.getPath().startsWith("/half") ? "search" : null))
                .build();
        try (CloseableHttpResponse response = client.execute(get("/half"))) {
            assertThat(response.getCode()).isEqualTo(200);
            assertThat(search.activeCalls()).isEqualTo(1);
            assertThat(bulkhead.activeCalls()).isZero();
            TestThreads.eventually("it hangs", () -> server.hanging() == 1);
            server.release();
        }
        assertThat(search.activeCalls()).isZero();
    }

    @Test
    void aPoolThatIsTheTighterLimitIsReportedWithBothNumbers() {
        var walls = HttpBulkheads.of(Bulkhead.of("others", 4))
                .withDestination("https://inventory.internal", Bulkhead.of("inventory", 40))
                .withDestination("payment.internal:8443", Bulkhead.of("payment", 5));
        try (var warnings = new Warnings()) {
            BulkheadExecHandler.of(walls, pool);
            assertThat(warnings.messages())
                    .satisfiesExactly(
                            route -> assertThat(route)
                                    .contains("'inventory' admits 40", "inventory.internal:443", "only 5 connections"),
                            total -> assertThat(total).contains("admit 49 exchanges in total", "only 25 connections"));
        }
        try (var warnings = new Warnings();
                var wide = PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(40)
                        .setMaxConnTotal(49)
                        .build()) {
            BulkheadExecHandler.of(walls, wide);
            assertThat(warnings.messages()).isEmpty();
        }
    }
}
