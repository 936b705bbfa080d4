// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The caller's body handler, whose body becomes a part of the exchange. */
final class PartHandler<T> implements BodyHandler<T> {
    private static final Set<Integer> NO_BODY = Set.of(204, 304); // RFC 9110, 6.4.1

    private final Exchange<?> exchange;
    private final BodyHandler<T> handler;
    private volatile @Nullable Body<T> body;
    private volatile boolean empty;

    PartHandler(Exchange<?> exchange, BodyHandler<T> handler) {
        this.exchange = exchange;
        this.handler = handler;
    }

    @Override
    public BodySubscriber<T> apply(ResponseInfo info) {
        var begun = new Body<T>(exchange);
        body = begun;
        empty = isEmpty(info);
        exchange.opened(begun);
        begun.begin(handler, info);
        return begun;
    }

    /** Whether there is nothing to read, so that the end of the body is at hand. */
    boolean bodyIsEmpty() {
        return empty;
    }

    private boolean isEmpty(ResponseInfo info) {
        return exchange.asksForNoBody()
                || NO_BODY.contains(info.statusCode())
                || info.headers().firstValueAsLong("content-length").orElse(-1) == 0;
    }

    /** The response as its reader gets it: if its body is open, watched in case it is forgotten. */
    @SuppressWarnings("ReferenceEquality") // whether it was replaced
    HttpResponse<T> guarded(HttpResponse<T> response) {
        Body<T> begun = body;
        if (begun == null || begun.isOver()) {
            return response;
        }
        T content = response.body();
        T guarded = LeakGuard.guard(content, begun, new LeakGuard.Report(exchange.describe(), exchange.origin()));
        return guarded == content ? response : new GuardedResponse<>(response, guarded);
    }
}
