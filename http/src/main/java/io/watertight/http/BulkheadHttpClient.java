// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.ResilientException;
import io.watertight.bulkhead.Permit;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** A client whose every exchange takes a permit of its destination first; see {@link HttpBulkheads#around}. */
final class BulkheadHttpClient extends HttpClient {
    private final HttpClient client;
    private final Compartments compartments;
    private final Function<? super HttpRequest, @Nullable String> destination;
    private final boolean leakTraces;

    BulkheadHttpClient(
            HttpClient client,
            Compartments compartments,
            Function<? super HttpRequest, @Nullable String> destination,
            boolean leakTraces) {
        this.client = client;
        this.compartments = compartments;
        this.destination = destination;
        this.leakTraces = leakTraces;
    }

    Compartment compartmentOf(HttpRequest request) {
        return compartments.of(destination.apply(request));
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        Objects.requireNonNull(request, "request must not be null");
        Objects.requireNonNull(handler, "responseBodyHandler must not be null");
        Compartment compartment = compartmentOf(request);
        var exchange = new Exchange<>(client, compartment, request, handler, null, Origin.here(leakTraces));
        CompletableFuture<HttpResponse<T>> response = exchange.response();
        Permit permit = acquire(compartment);
        try {
            compartment.underLimit(exchange::start).whenComplete((ended, failure) -> {
                permit.close();
                exchange.settled(failure);
            });
        } catch (Throwable notStarted) {
            permit.close();
            throw notStarted;
        }
        try {
            return response.get();
        } catch (InterruptedException e) {
            exchange.cancel();
            throw e;
        } catch (ExecutionException e) {
            throw SendFailure.of(e.getCause());
        }
    }

    /** An interrupted wait ends as {@code send} says it does, whatever it waited for. */
    private static Permit acquire(Compartment compartment) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        try {
            return compartment.bulkhead().acquire();
        } catch (ResilientException e) {
            if (e.getCause() instanceof InterruptedException && Thread.interrupted()) {
                var interrupted = new InterruptedException(e.getMessage());
                interrupted.initCause(e);
                throw interrupted;
            }
            throw e;
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return sendAsync(request, handler, null);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushPromiseHandler) {
        Objects.requireNonNull(request, "request must not be null");
        Objects.requireNonNull(handler, "responseBodyHandler must not be null");
        Compartment compartment;
        try {
            compartment = compartmentOf(request);
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
        var origin = Origin.here(leakTraces);
        var exchange = new Exchange<>(client, compartment, request, handler, pushPromiseHandler, origin);
        ResponseFuture<T> response = exchange.response();
        CompletableFuture<?> call = compartment.policy().callAsync(exchange::start);
        response.belongsTo(call);
        CompletionStage<?> told = call;
        told.whenComplete((ended, failure) -> exchange.settled(failure));
        return response;
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return new BulkheadWebSocketBuilder(this, client.newWebSocketBuilder());
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public void shutdown() {
        client.shutdown();
    }

    @Override
    public boolean awaitTermination(Duration duration) throws InterruptedException {
        return client.awaitTermination(duration);
    }

    @Override
    public boolean isTerminated() {
        return client.isTerminated();
    }

    @Override
    public void shutdownNow() {
        client.shutdownNow();
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public String toString() {
        return "BulkheadHttpClient[" + client + ", " + compartments + "]";
    }
}
