// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A client whose exchange is an operation of the contract: it is sent when the operation starts and has its response, with
 * an empty body, when the operation's stage has ended. Like the work of the contract, and unlike an exchange of the JDK's
 * client, it cannot always be cancelled.
 */
class OperationClient extends HttpClient {
    private static final ResponseInfo INFO = new ResponseInfo() {
        @Override
        public int statusCode() {
            return 200;
        }

        @Override
        public HttpHeaders headers() {
            return HttpHeaders.of(Map.of(), (name, value) -> true);
        }

        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    };

    private final SSLContext ssl;

    OperationClient() {
        try {
            ssl = SSLContext.getDefault();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** A request for an operation to be run. */
    static final class OperationRequest extends HttpRequest {
        private final URI uri;
        private final Supplier<? extends @Nullable CompletionStage<?>> operation;
        private volatile @Nullable Object value;

        OperationRequest(URI uri, Supplier<? extends @Nullable CompletionStage<?>> operation) {
            this.uri = uri;
            this.operation = operation;
        }

        /** What the operation's stage has ended with. */
        @Nullable
        Object value() {
            return value;
        }

        CompletionStage<?> start() {
            CompletionStage<?> stage = operation.get();
            if (stage == null) {
                throw new NullPointerException("no stage");
            }
            return stage;
        }

        @Override
        public Optional<BodyPublisher> bodyPublisher() {
            return Optional.empty();
        }

        @Override
        public String method() {
            return "GET";
        }

        @Override
        public Optional<Duration> timeout() {
            return Optional.empty();
        }

        @Override
        public boolean expectContinue() {
            return false;
        }

        @Override
        public URI uri() {
            return uri;
        }

        @Override
        public Optional<Version> version() {
            return Optional.empty();
        }

        @Override
        public HttpHeaders headers() {
            return INFO.headers();
        }
    }

    /** Cancelling it cancels the operation's stage, and only its end is the end of this. */
    static final class Sending<T> extends CompletableFuture<HttpResponse<T>> {
        private volatile @Nullable CompletionStage<?> stage;

        void follow(OperationRequest request, Runnable ended) {
            CompletionStage<?> started = request.start();
            stage = started;
            started.whenComplete((value, failure) -> {
                if (failure == null) {
                    request.value = value;
                    ended.run();
                } else {
                    completeExceptionally(failure);
                }
            });
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            try {
                CompletionStage<?> running = stage;
                return running != null && running.toCompletableFuture().cancel(true);
            } catch (UnsupportedOperationException cannotBeCancelled) {
                return false;
            }
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        var sending = new Sending<T>();
        sending.follow((OperationRequest) request, () -> {
            try {
                respond(sending, request, handler.apply(INFO));
            } catch (Throwable failure) {
                sending.completeExceptionally(failure);
            }
        });
        return sending;
    }

    private static <T> void respond(Sending<T> sending, HttpRequest request, BodySubscriber<T> subscriber) {
        subscriber.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {}
        });
        subscriber.onComplete();
        subscriber.getBody().thenAccept(body -> sending.complete(new Empty<>(request, body)));
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        throw new UnsupportedOperationException();
    }

    private record Empty<T>(HttpRequest request, T body) implements HttpResponse<T> {
        @Override
        public int statusCode() {
            return 200;
        }

        @Override
        public Optional<HttpResponse<T>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public HttpHeaders headers() {
            return INFO.headers();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return request.uri();
        }

        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.empty();
    }

    @Override
    public Redirect followRedirects() {
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        return ssl;
    }

    @Override
    public SSLParameters sslParameters() {
        return new SSLParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.empty();
    }

    @Override
    public Version version() {
        return Version.HTTP_1_1;
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.empty();
    }
}
