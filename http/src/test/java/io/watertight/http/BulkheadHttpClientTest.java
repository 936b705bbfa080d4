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
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** When the permit of an exchange comes back, with HTTP/1.1 and HTTP/2. */
@ParameterizedClass
@EnumSource(
        value = Version.class,
        names = {"HTTP_1_1", "HTTP_2"})
class BulkheadHttpClientTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    private final Version version;
    private LoopbackServer server;
    private HttpClient inner;
    private Bulkhead bulkhead;

    BulkheadHttpClientTest(Version version) {
        this.version = version;
    }

    @BeforeEach
    void start() {
        server = new LoopbackServer();
        inner = HttpClient.newBuilder()
                .version(version)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        bulkhead = Bulkhead.of("dependency", 1);
    }

    @AfterEach
    void nothingIsHeld() {
        server.close();
        TestThreads.eventually("active 0", () -> bulkhead.activeCalls() == 0);
        inner.shutdownNow();
    }

    private HttpClient client() {
        return walls().around(inner);
    }

    private HttpClient client(Duration timeout) {
        return walls().withTimeout(timeout).around(inner);
    }

    private HttpBulkheads walls() {
        return HttpBulkheads.of(Bulkhead.of("others", 1)).withDestination(server.hostAndPort(), bulkhead);
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(server.uri(path)).build();
    }

    @Test
    void anExchangeThatIsReadHasGivenItsPermitBack() throws Exception {
        for (int i = 0; i < 50; i++) {
            HttpResponse<String> response = client().send(get("/ok"), BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo(LoopbackServer.OK);
            assertThat(response.version()).isEqualTo(version);
            assertThat(bulkhead.activeCalls()).isZero();
        }
    }

    @Test
    void theCallerOfAnAsyncExchangeThatWasJustToldDoneIsAdmitted() throws Exception {
        HttpClient client = client();
        CompletableFuture<HttpResponse<String>> last = client.sendAsync(get("/ok"), BodyHandlers.ofString());
        for (int i = 0; i < 50; i++) {
            last = last.thenCompose(done -> client.sendAsync(get("/ok"), BodyHandlers.ofString()));
        }
        assertThat(last.get().body()).isEqualTo(LoopbackServer.OK);
    }

    /** Peer fault 29: an exchange counts as finished before its body was read. */
    @Test
    void aPermitIsHeldUntilTheBodyIsClosed() throws Exception {
        HttpClient client = client();
        HttpResponse<InputStream> response = client.send(get("/half"), BodyHandlers.ofInputStream());
        assertThat(response.body().readNBytes(LoopbackServer.HALF.length())).hasSize(LoopbackServer.HALF.length());
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        assertThatThrownBy(() -> client.send(get("/ok"), BodyHandlers.ofString()))
                .isInstanceOf(BulkheadFullException.class)
                .hasMessageContaining("'dependency' is full: 1 of 1 active");
        response.body().close();
        assertThat(bulkhead.activeCalls()).isZero();
        assertThat(client.send(get("/ok"), BodyHandlers.ofString()).body()).isEqualTo(LoopbackServer.OK);
    }

    @Test
    void aStreamReadToItsEndNeedsNoClose() throws Exception {
        HttpResponse<InputStream> response = client().send(get("/half"), BodyHandlers.ofInputStream());
        TestThreads.eventually("it hangs", () -> server.hanging() == 1);
        server.release();
        assertThat(response.body().readAllBytes()).hasSize(2 * LoopbackServer.HALF.length());
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void theTimeoutEndsAnExchangeThatHangsBeforeTheHeaders() {
        HttpClient client = client(SHORT);
        assertThatThrownBy(() -> client.send(get("/hang"), BodyHandlers.ofInputStream()))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessageContaining("'dependency'")
                .hasMessageContaining("PT0.3S")
                .hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(bulkhead.activeCalls()).isZero();
        assertThatThrownBy(() ->
                        client.sendAsync(get("/hang"), BodyHandlers.ofString()).get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(HttpTimeoutException.class)
                .hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void theTimeoutEndsAStreamThatHangs() throws Exception {
        HttpResponse<InputStream> response = client(SHORT).send(get("/half"), BodyHandlers.ofInputStream());
        assertThatThrownBy(() -> response.body().readAllBytes())
                .isInstanceOf(IOException.class)
                .hasRootCauseInstanceOf(TimeoutExceededException.class);
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void theTimeoutEndsABufferedBodyThatHangs() {
        assertThatThrownBy(() -> client(SHORT).send(get("/half"), BodyHandlers.ofString()))
                .isInstanceOf(HttpTimeoutException.class)
                .hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(bulkhead.activeCalls()).isZero();
    }
}
