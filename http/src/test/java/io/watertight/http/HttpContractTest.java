// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.contract.AsyncWay;
import io.watertight.contract.BulkheadContract;
import io.watertight.contract.Setup;
import io.watertight.contract.Subject;
import io.watertight.contract.WaitingBulkheadContract;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Nested;

/** A client with walls keeps the contract: with {@code send} and {@code sendAsync}, with a timeout, and on the wire. */
class HttpContractTest {
    private static final URI URI_OF_ALL = URI.create("http://dependency.test/");

    static Bulkhead bulkhead(Setup setup) {
        Bulkhead bulkhead = Bulkhead.of("contract", setup.limit())
                .withMaxWait(setup.maxWait())
                .withMaxWaiting(setup.maxWaiting())
                .withFair(setup.fair())
                .withClock(setup.clock());
        for (var listener : setup.listeners()) {
            bulkhead = bulkhead.withListener(listener);
        }
        return bulkhead;
    }

    static Subject subject(Bulkhead bulkhead, URI uri, HttpClient client) {
        var way = new HttpWay(bulkhead.name(), uri, client);
        return new Subject(way, bulkhead::activeCalls, bulkhead::waitingCalls, () -> {});
    }

    @Nested
    class Send extends WaitingBulkheadContract {
        @Override
        protected Subject open(Setup setup) {
            Bulkhead bulkhead = bulkhead(setup);
            return subject(bulkhead, URI_OF_ALL, walls(bulkhead).around(new OperationClient()));
        }

        HttpBulkheads walls(Bulkhead bulkhead) {
            return HttpBulkheads.of(Bulkhead.of("others", 1)).withDestination("dependency.test:80", bulkhead);
        }
    }

    @Nested
    class SendFromVirtualThreads extends Send {
        @Override
        protected ThreadFactory callers() {
            return Thread.ofVirtual().factory();
        }
    }

    @Nested
    class SendWithATimeout extends Send {
        @Override
        HttpBulkheads walls(Bulkhead bulkhead) {
            return super.walls(bulkhead).withTimeout(Duration.ofHours(1));
        }
    }

    @Nested
    class SendAsync extends Send {
        @Override
        protected Subject open(Setup setup) {
            return super.open(setup).by(AsyncWay::new);
        }
    }

    @Nested
    class SendAsyncWithATimeout extends SendWithATimeout {
        @Override
        protected Subject open(Setup setup) {
            return super.open(setup).by(AsyncWay::new);
        }
    }

    /** Each call is an exchange with a server first, and then its operation. */
    @Nested
    class OnTheWire extends BulkheadContract {
        @Override
        protected Subject open(Setup setup) {
            var server = new LoopbackServer();
            var jdk = HttpClient.newHttpClient();
            Bulkhead bulkhead = bulkhead(setup);
            HttpBulkheads walls =
                    HttpBulkheads.of(Bulkhead.of("others", 1)).withDestination(server.hostAndPort(), bulkhead);
            Subject called = subject(bulkhead, server.uri("/ok"), walls.around(new WireClient(jdk)));
            return new Subject(called.policy(), called.activeCalls(), called.waitingCalls(), () -> {
                jdk.shutdownNow();
                server.close();
            });
        }
    }

    /** Sends the request by another client, and starts the operation when the response has come. */
    private static final class WireClient extends OperationClient {
        private final HttpClient client;

        WireClient(HttpClient client) {
            this.client = client;
        }

        @Override
        public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
            var sending = new Sending<T>();
            HttpRequest real = HttpRequest.newBuilder(request.uri()).build();
            CompletionStage<HttpResponse<T>> sent = client.sendAsync(real, handler);
            sent.whenComplete((response, failure) -> {
                if (response == null) {
                    sending.completeExceptionally(failure);
                } else {
                    Thread.startVirtualThread(() -> operate(sending, (OperationRequest) request, response));
                }
            });
            return sending;
        }

        private static <T> void operate(Sending<T> sending, OperationRequest request, HttpResponse<T> response) {
            try {
                sending.follow(request, () -> sending.complete(response));
            } catch (Throwable failure) {
                sending.completeExceptionally(failure);
            }
        }
    }
}
