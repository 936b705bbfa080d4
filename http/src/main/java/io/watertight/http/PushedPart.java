// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A pushed response until it, or its failure, has come. */
final class PushedPart<T> implements Exchange.Part {
    private final Exchange<T> exchange;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable CompletableFuture<HttpResponse<T>> response;
    private volatile @Nullable Throwable failure;

    PushedPart(Exchange<T> exchange) {
        this.exchange = exchange;
    }

    /** Returns the same response, of which nobody is told before the part is closed. */
    CompletableFuture<HttpResponse<T>> follow(CompletableFuture<HttpResponse<T>> pushed) {
        response = pushed;
        Throwable cause = failure;
        if (cause != null) {
            pushed.completeExceptionally(cause);
        }
        return pushed.whenComplete((value, thrown) -> ended());
    }

    void ended() {
        response = null;
        if (ended.compareAndSet(false, true)) {
            exchange.closed(this);
        }
    }

    @Override
    public void fail(Throwable cause) {
        failure = cause;
        CompletableFuture<HttpResponse<T>> pushed = response;
        if (pushed != null) {
            pushed.completeExceptionally(cause);
        }
    }
}
