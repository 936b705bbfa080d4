// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the permit of an exchange comes back, with HTTP/1.1 and HTTP/2. */
@ParameterizedClass
@EnumSource(
        value = Version.class,
        names = {"HTTP_1_1", "HTTP_2"})
class BulkheadHttpClientTest {
    private static final Duration SHORT = Duration.ofSeconds(1);

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
                .hasMessageContaining("PT1S")
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
        client().send(get("/ok"), BodyHandlers.ofString()); // all is loaded: the headers come within the limit
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

    @Test
    void aResponseWithoutABodyNeedsNoClose() throws Exception {
        HttpClient client = client();
        HttpRequest head = HttpRequest.newBuilder(server.uri("/ok")).HEAD().build();
        for (int i = 0; i < 200; i++) { // the end of the body races its response
            assertThat(client.send(get("/empty"), BodyHandlers.ofInputStream()).statusCode())
                    .isEqualTo(204);
            assertThat(bulkhead.activeCalls()).isZero();
            assertThat(client.send(head, BodyHandlers.ofInputStream()).statusCode())
                    .isEqualTo(200);
            assertThat(bulkhead.activeCalls()).isZero();
        }
    }

    @Test
    void aRedirectCountsForTheFirstDestinationUntilTheLastBodyEnds() throws Exception {
        HttpResponse<InputStream> response = client().send(get("/redirect"), BodyHandlers.ofInputStream());
        assertThat(response.uri()).isEqualTo(server.uri("/half"));
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        response.body().close();
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hang", "/half"})
    void cancellingTheFutureCancelsTheExchange(String path) {
        CompletableFuture<HttpResponse<String>> response = client().sendAsync(get(path), BodyHandlers.ofString());
        TestThreads.eventually("it hangs", () -> server.hanging() == 1);
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        assertThat(response.cancel(true)).isTrue();
        assertThat(response).isCancelled();
        TestThreads.eventually("the permit is back", () -> bulkhead.activeCalls() == 0); // the reader may be at work
    }

    @Test
    void cancellingWhatWasDerivedFromTheFutureCancelsTheExchange() {
        CompletableFuture<String> body = client().sendAsync(get("/hang"), BodyHandlers.ofString())
                .thenApply(HttpResponse::body)
                .thenApply(String::strip);
        TestThreads.eventually("it hangs", () -> server.hanging() == 1);
        assertThat(body.cancel(true)).isTrue();
        TestThreads.eventually("the permit is back", () -> bulkhead.activeCalls() == 0); // the reader may be at work
    }

    @Test
    void anExchangeCancelledWhileItWaitsIsNeverSent() throws Exception {
        bulkhead = bulkhead.withMaxWait(Duration.ofMinutes(1));
        HttpClient client = client();
        CompletableFuture<HttpResponse<String>> first = client.sendAsync(get("/hang"), BodyHandlers.ofString());
        TestThreads.eventually("it hangs", () -> server.hanging() == 1);
        var body = new UntouchedBody();
        HttpRequest post = HttpRequest.newBuilder(server.uri("/ok")).POST(body).build();
        CompletableFuture<HttpResponse<String>> second = client.sendAsync(post, BodyHandlers.ofString());
        assertThat(bulkhead.waitingCalls()).isEqualTo(1);
        second.cancel(true);
        assertThat(bulkhead.waitingCalls()).isZero();
        server.release();
        assertThat(first.get().body()).isEqualTo(LoopbackServer.OK);
        assertThat(client.send(get("/ok"), BodyHandlers.ofString()).body()).isEqualTo(LoopbackServer.OK);
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void theStreamOfAFutureThatWasGivenUpIsClosed() {
        CompletableFuture<HttpResponse<InputStream>> response =
                client().sendAsync(get("/hang"), BodyHandlers.ofInputStream());
        TestThreads.eventually("it hangs", () -> server.hanging() == 1);
        assertThat(response.completeExceptionally(new IllegalStateException("gave up")))
                .isTrue();
        assertThat(bulkhead.activeCalls()).as("the exchange goes on").isEqualTo(1);
        server.release();
        TestThreads.eventually("nobody reads the body", () -> bulkhead.activeCalls() == 0);
    }

    @Test
    void anInterruptedCallerLeavesAndItsExchangeIsCancelled() {
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            var caller = threads.start(() -> {
                assertThatThrownBy(() -> client().send(get("/hang"), BodyHandlers.ofString()))
                        .isInstanceOf(InterruptedException.class);
                return bulkhead.activeCalls();
            });
            TestThreads.eventually("it hangs", () -> server.hanging() == 1);
            caller.thread().interrupt();
            assertThat(caller.result()).isZero();
        }
    }

    @Test
    void anInterruptedWaitIsNoRejection() throws Exception {
        bulkhead = bulkhead.withMaxWait(Duration.ofMinutes(1));
        HttpClient client = client();
        CompletableFuture<HttpResponse<String>> first = client.sendAsync(get("/hang"), BodyHandlers.ofString());
        try (var threads = new TestThreads(Thread.ofVirtual().factory())) {
            var caller = threads.start(() -> {
                assertThatThrownBy(() -> client.send(get("/ok"), BodyHandlers.ofString()))
                        .isInstanceOf(InterruptedException.class)
                        .hasMessageContaining("waiting for a permit of bulkhead 'dependency'");
                return Thread.currentThread().isInterrupted();
            });
            TestThreads.eventually("it waits", () -> bulkhead.waitingCalls() == 1);
            caller.thread().interrupt();
            assertThat(caller.result()).isFalse();
        }
        TestThreads.eventually("it hangs", () -> server.hanging() == 1);
        server.release();
        assertThat(first.get().body()).isEqualTo(LoopbackServer.OK);
    }

    static Stream<BodyHandler<String>> handlersThatFail() {
        return Stream.of(
                info -> {
                    throw new IllegalStateException("broken handler");
                },
                info -> BodySubscribers.mapping(BodySubscribers.ofInputStream(), stream -> {
                    throw new IllegalStateException("broken body");
                }),
                info -> BodySubscribers.fromSubscriber(
                        new BrokenSubscriber(), subscriber -> "never reached by a broken subscriber"));
    }

    @ParameterizedTest
    @MethodSource("handlersThatFail")
    void aHandlerThatFailsCostsNoPermit(BodyHandler<String> broken) {
        assertThatThrownBy(() -> client().send(get("/half"), broken)).isInstanceOf(IOException.class);
        assertThat(bulkhead.activeCalls()).isZero();
        assertThatThrownBy(() -> client().sendAsync(get("/half"), broken).get()).isInstanceOf(ExecutionException.class);
        assertThat(bulkhead.activeCalls()).isZero();
    }

    /** Law 1: what runs keeps its permit, though nobody waits for it any more. */
    @Test
    void aHandlerThatRunsOnKeepsThePermitUntilItReturns() throws Exception {
        client().send(get("/ok"), BodyHandlers.ofString()); // all is loaded: the headers come within the limit
        var running = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        assertThatThrownBy(() -> client(SHORT).send(get("/ok"), info -> {
                    running.countDown();
                    awaitUninterruptibly(release);
                    return BodySubscribers.ofString(StandardCharsets.UTF_8);
                }))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        release.countDown();
        TestThreads.eventually("it has returned", () -> bulkhead.activeCalls() == 0);
    }

    @Test
    void everyKindOfBodyIsReadToItsEnd() throws Exception {
        HttpClient client = client();
        for (int i = 0; i < 3; i++) {
            assertThat(client.send(get("/large"), BodyHandlers.ofByteArray()).body())
                    .hasSize(LoopbackServer.LARGE);
            try (InputStream stream =
                    client.send(get("/large"), BodyHandlers.ofInputStream()).body()) {
                assertThat(stream.transferTo(OutputStream.nullOutputStream())).isEqualTo(LoopbackServer.LARGE);
            }
            try (Stream<String> lines =
                    client.send(get("/ok"), BodyHandlers.ofLines()).body()) {
                assertThat(lines.toList()).containsExactly(LoopbackServer.OK);
            }
            var counted = new CountingSubscriber();
            client.send(get("/large"), BodyHandlers.ofPublisher()).body().subscribe(counted);
            assertThat(counted.total.get(1, TimeUnit.MINUTES)).isEqualTo(LoopbackServer.LARGE);
            client.send(get("/large"), BodyHandlers.discarding());
            assertThat(bulkhead.activeCalls()).isZero();
        }
    }

    @Test
    void connectionsAreReused() throws Exception {
        HttpClient client = client();
        for (int i = 0; i < 20; i++) {
            client.send(get("/ok"), BodyHandlers.ofString());
            try (InputStream stream =
                    client.send(get("/ok"), BodyHandlers.ofInputStream()).body()) {
                assertThat(stream.readAllBytes()).hasSize(LoopbackServer.OK.length());
            }
        }
        assertThat(server.requests()).isEqualTo(40);
        assertThat(server.accepts()).isEqualTo(1);
    }

    @Test
    void thePermitCoversPushedResponses() throws Exception {
        assumeTrue(version == Version.HTTP_2, "only HTTP/2 pushes");
        client().send(get("/ok"), BodyHandlers.ofString()); // by then the connection speaks HTTP/2
        var pushed = new ConcurrentHashMap<HttpRequest, CompletableFuture<HttpResponse<String>>>();
        CompletableFuture<HttpResponse<String>> response = client().sendAsync(
                        get("/push"),
                        BodyHandlers.ofString(),
                        PushPromiseHandler.of(request -> BodyHandlers.ofString(), pushed));
        TestThreads.eventually("the pushed one hangs", () -> server.hanging() == 1);
        TestThreads.eventually("the client was promised it", () -> pushed.size() == 1);
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        server.release();
        assertThat(response.get().body()).isEqualTo(LoopbackServer.OK);
        assertThat(pushed.values().iterator().next().get().body()).hasSize(2 * LoopbackServer.HALF.length());
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void theHandshakeOfAWebSocketIsCountedAndLimited() {
        URI uri = URI.create(server.uri("/hang").toString().replace("http:", "ws:"));
        CompletableFuture<WebSocket> socket =
                client(SHORT).newWebSocketBuilder().buildAsync(uri, new WebSocket.Listener() {});
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        assertThatThrownBy(socket::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IOException.class);
        assertThat(bulkhead.activeCalls()).isZero();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // work that does not heed it
            }
        }
    }

    /** Fails the test if anybody asks for the body. */
    private static final class UntouchedBody implements HttpRequest.BodyPublisher {
        @Override
        public long contentLength() {
            throw new AssertionError("touched");
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            throw new AssertionError("touched");
        }
    }

    private static class BrokenSubscriber implements Flow.Subscriber<List<ByteBuffer>> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> item) {
            throw new IllegalStateException("broken subscriber");
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }

    private static final class CountingSubscriber extends BrokenSubscriber {
        private final CompletableFuture<Long> total = new CompletableFuture<>();
        private long count;

        @Override
        public void onNext(List<ByteBuffer> item) {
            item.forEach(buffer -> count += buffer.remaining());
        }

        @Override
        public void onError(Throwable failure) {
            total.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            total.complete(count);
        }
    }
}
