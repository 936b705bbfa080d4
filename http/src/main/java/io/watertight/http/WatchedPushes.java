// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The caller's handler of pushed responses, each of which becomes a part of the exchange, and so does its body. */
record WatchedPushes<T>(Exchange<T> exchange, PushPromiseHandler<T> handler) implements PushPromiseHandler<T> {

    @Override
    public void applyPushPromise(
            HttpRequest initiatingRequest,
            HttpRequest pushPromiseRequest,
            Function<BodyHandler<T>, CompletableFuture<HttpResponse<T>>> acceptor) {
        handler.applyPushPromise(initiatingRequest, pushPromiseRequest, body -> accept(body, acceptor));
    }

    private CompletableFuture<HttpResponse<T>> accept(
            BodyHandler<T> body, Function<BodyHandler<T>, CompletableFuture<HttpResponse<T>>> acceptor) {
        var handler = new PartHandler<>(exchange, body);
        var pushed = new PushedPart<T>(exchange);
        exchange.opened(pushed);
        CompletableFuture<HttpResponse<T>> response;
        try {
            response = acceptor.apply(handler);
        } catch (Throwable refused) {
            pushed.ended();
            throw refused;
        }
        return pushed.follow(response).thenApply(handler::guarded);
    }
}
