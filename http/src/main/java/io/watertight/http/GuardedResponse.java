// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** A response with its body exchanged for one that {@link LeakGuard} watches. */
record GuardedResponse<T>(HttpResponse<T> response, T body) implements HttpResponse<T> {
    @Override
    public int statusCode() {
        return response.statusCode();
    }

    @Override
    public HttpRequest request() {
        return response.request();
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
        return response.previousResponse();
    }

    @Override
    public HttpHeaders headers() {
        return response.headers();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return response.sslSession();
    }

    @Override
    public URI uri() {
        return response.uri();
    }

    @Override
    public Version version() {
        return response.version();
    }

    @Override
    public String toString() {
        return response.toString();
    }
}
