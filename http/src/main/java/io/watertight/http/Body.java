// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.lang.ref.Cleaner.Cleanable;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A body on its way from the client to the caller's subscriber, both of which it stands between. It is over when its last
 * signal has come, when the subscriber has cancelled, or when it was made to {@linkplain #fail fail}.
 *
 * <p>A failure comes from a thread of its own, while the client's may be inside the subscriber. Signals must not overlap, so
 * {@code state} counts the client's threads inside, re-entrant ones too, and holds a bit for "failed": from then on
 * nobody enters, and who leaves last hands the failure over. Only then is the part over: the subscriber's running code is
 * part of the exchange.
 */
final class Body<T> implements BodySubscriber<T>, Subscription, Exchange.Part {
    private static final int FAILED = 1 << 30;

    private final Exchange<?> exchange;
    private final AtomicInteger state = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile @Nullable BodySubscriber<T> subscriber;
    private volatile @Nullable Subscription upstream;
    private volatile boolean subscribed;
    private volatile @Nullable Cleanable guard;
    private volatile boolean unguarded;

    Body(Exchange<?> exchange) {
        this.exchange = exchange;
    }

    /** Asks the caller's handler for its subscriber, unless the exchange was cut short before. */
    void begin(BodyHandler<T> handler, ResponseInfo info) {
        if (!enter()) {
            throw new CancellationException("The exchange was cut short before its body began");
        }
        try {
            subscriber = Objects.requireNonNull(handler.apply(info), "The body handler returned no subscriber");
        } catch (Throwable thrown) {
            over();
            throw thrown;
        } finally {
            leave();
        }
    }

    @Override
    public CompletionStage<T> getBody() {
        return subscriber().getBody();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        upstream = subscription;
        if (!enter()) {
            subscription.cancel();
            return;
        }
        try {
            subscribed = true;
            subscriber().onSubscribe(this);
        } catch (Throwable thrown) {
            cancel();
            throw thrown;
        } finally {
            leave();
        }
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
        if (!enter()) {
            return;
        }
        try {
            subscriber().onNext(item);
        } catch (Throwable thrown) {
            cancel();
            throw thrown;
        } finally {
            leave();
        }
    }

    @Override
    public void onError(Throwable thrown) {
        if (!enter()) {
            return;
        }
        try {
            if (over()) {
                subscriber().onError(thrown);
            }
        } finally {
            leave();
        }
    }

    @Override
    public void onComplete() {
        if (!enter()) {
            return;
        }
        try {
            if (over()) {
                subscriber().onComplete();
            }
        } finally {
            leave();
        }
    }

    @Override
    public void request(long n) {
        Subscription source = upstream;
        if (source != null) {
            source.request(n);
        }
    }

    /** The subscriber wants no more, or a stream that reads for it was closed. */
    @Override
    public void cancel() {
        try {
            cancelUpstream();
        } finally {
            over();
        }
    }

    @Override
    public void fail(Throwable cause) {
        if (isOver() || !failure.compareAndSet(null, cause)) {
            return;
        }
        int before = state.getAndUpdate(now -> now | FAILED);
        try {
            cancelUpstream();
        } finally {
            if (before == 0) {
                handFailureOver();
            }
        }
    }

    boolean isOver() {
        return over.get();
    }

    /** Watches what the caller has of this body until the body is over. */
    <G> G guardedAs(G watched, LeakGuard.Report report) {
        guard = LeakGuard.watch(watched, () -> abandon(report));
        if (isOver()) {
            unguard();
        }
        return watched;
    }

    void unguard() {
        unguarded = true;
        Cleanable current = guard;
        if (current != null) {
            current.clean();
        }
    }

    private void abandon(LeakGuard.Report report) {
        if (!unguarded) {
            try {
                report.log();
            } finally {
                cancel();
            }
        }
    }

    private boolean enter() {
        return (state.getAndUpdate(now -> (now & FAILED) != 0 ? now : now + 1) & FAILED) == 0;
    }

    private void leave() {
        if (state.decrementAndGet() == FAILED) {
            handFailureOver();
        }
    }

    private void handFailureOver() {
        Throwable cause = failure.get();
        BodySubscriber<T> reader = subscriber;
        if (!over() || cause == null || reader == null) {
            return;
        }
        if (!subscribed) {
            reader.onSubscribe(this);
        }
        reader.onError(cause);
    }

    private void cancelUpstream() {
        Subscription source = upstream;
        if (source != null) {
            source.cancel();
        }
    }

    /** The part is closed; false if it was already. */
    private boolean over() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        unguard();
        exchange.closed(this);
        return true;
    }

    private BodySubscriber<T> subscriber() {
        return Objects.requireNonNull(subscriber);
    }
}
