// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.Operation;
import io.watertight.Policy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One subscription to a guarded publisher, and one asynchronous call of its policy.
 *
 * <p>The subscriber gets this as its subscription at once, so it can cancel while the call waits for a permit; what it
 * requests until the source is there is remembered. The source's end is the end of the call's stage, so the policy lets go
 * of the permit, and only then does the subscriber hear of the end. A policy may also end the call by itself (a timeout):
 * it cancels the stage and so the source, and its failure is what the subscriber hears. That can happen beside an element
 * on its way, hence the serialization.
 *
 * <p>The value of a source of at most one is kept until the end: downstream operators cancel once they have the value they
 * wanted, and a call that was successful would count as cancelled.
 */
final class GuardedSubscription extends Operators.DeferredSubscription implements CoreSubscriber<Object> {
    private final CoreSubscriber<Object> subscriber;
    private final Operation<Publisher<Object>, Throwable> source;
    private final boolean single;
    private final CompletableFuture<@Nullable Object> end = new CompletableFuture<>() {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            GuardedSubscription.super.cancel();
            return super.cancel(mayInterruptIfRunning);
        }
    };
    private @Nullable Object value;
    private volatile @Nullable CompletableFuture<?> call;
    private volatile boolean cancelled;

    GuardedSubscription(
            CoreSubscriber<? super Object> subscriber, Operation<Publisher<Object>, Throwable> source, boolean single) {
        this.subscriber = Operators.serialize(subscriber);
        this.source = source;
        this.single = single;
    }

    void start(Policy policy) {
        subscriber.onSubscribe(this);
        if (cancelled) {
            return;
        }
        CompletableFuture<@Nullable Object> started = policy.callAsync(this::subscribe);
        call = started;
        if (cancelled) {
            started.cancel(true);
        }
        var unused = started.whenComplete((ignored, failure) -> ended(failure));
    }

    /** The permit is there. */
    private CompletionStage<@Nullable Object> subscribe() {
        if (!end.isDone()) {
            try {
                Flux.from(source.call()).subscribe(this);
            } catch (Throwable failure) {
                throw GuardedCall.<RuntimeException>sneakyThrow(failure);
            }
        }
        return end;
    }

    @Override
    public Context currentContext() {
        return subscriber.currentContext();
    }

    @Override
    public void onSubscribe(Subscription upstream) {
        set(upstream);
    }

    @Override
    public void onNext(Object element) {
        if (single) {
            value = element;
        } else {
            subscriber.onNext(element);
        }
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        end.complete(null);
    }

    private void ended(@Nullable Throwable failure) {
        if (failure != null) {
            subscriber.onError(FutureCall.unwrap(failure));
            return;
        }
        if (value != null) {
            subscriber.onNext(value);
        }
        subscriber.onComplete();
    }

    /** By the subscriber: the source is told first, then the permit comes back; a call that still waits is withdrawn. */
    @Override
    public void cancel() {
        cancelled = true;
        end.cancel(true);
        CompletableFuture<?> current = call;
        if (current != null) {
            current.cancel(true);
        }
    }
}
