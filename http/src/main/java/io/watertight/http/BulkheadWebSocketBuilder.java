// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Takes a permit for the opening handshake: the WebSocket that it opens is not counted. A limit made for exchanges of
 * milliseconds says nothing of connections that stay for hours, and they would leave no permit for the exchanges.
 */
final class BulkheadWebSocketBuilder implements WebSocket.Builder {
    private final BulkheadHttpClient client;
    private final WebSocket.Builder builder;
    private @Nullable Duration connectTimeout;

    BulkheadWebSocketBuilder(BulkheadHttpClient client, WebSocket.Builder builder) {
        this.client = client;
        this.builder = builder;
    }

    @Override
    public WebSocket.Builder header(String name, String value) {
        builder.header(name, value);
        return this;
    }

    @Override
    public WebSocket.Builder connectTimeout(Duration timeout) {
        builder.connectTimeout(timeout);
        connectTimeout = timeout;
        return this;
    }

    @Override
    public WebSocket.Builder subprotocols(String mostPreferred, String... lesserPreferred) {
        builder.subprotocols(mostPreferred, lesserPreferred);
        return this;
    }

    /** The handshake cannot be cancelled, but it has a time limit of its own, which is set to that of the destination. */
    @Override
    public CompletableFuture<WebSocket> buildAsync(URI uri, WebSocket.Listener listener) {
        Compartment compartment;
        try {
            compartment = client.compartmentOf(handshake(uri));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
        if (compartment.timeout() != null) {
            Duration limit = compartment.timeout().limit();
            builder.connectTimeout(
                    connectTimeout == null || connectTimeout.compareTo(limit) > 0 ? limit : connectTimeout);
        }
        return compartment
                .bulkhead()
                .callAsync(() -> builder.buildAsync(uri, listener).minimalCompletionStage());
    }

    /** The request that a handshake is, for the function that names destinations. */
    private static HttpRequest handshake(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String http = switch (scheme) {
            case "ws" -> "http";
            case "wss" -> "https";
            default -> throw new IllegalArgumentException("invalid URI scheme " + uri.getScheme());
        };
        try {
            URI address = new URI(http + uri.toString().substring(scheme.length()));
            return HttpRequest.newBuilder(address).build();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
