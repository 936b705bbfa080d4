// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.ContextPropagator;
import io.watertight.ContextPropagator.Scope;
import io.watertight.ContextPropagator.Snapshot;
import io.watertight.Policy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** The call of a method that returns a future: it has ended when the future has. */
final class FutureCall implements GuardedCall {
    private final Policy policy;
    private final @Nullable FallbackMethods fallback;
    private final ContextPropagator propagator;

    FutureCall(Policy policy, @Nullable FallbackMethods fallback, ContextPropagator propagator) {
        this.policy = policy;
        this.fallback = fallback;
        this.propagator = propagator;
    }

    @Override
    public CompletableFuture<@Nullable Object> call(MethodInvocation invocation) {
        if (fallback == null) {
            return start(invocation);
        }
        try {
            return answered(start(invocation), invocation, fallback, propagator.capture());
        } catch (Throwable noContext) {
            return CompletableFuture.failedFuture(noContext);
        }
    }

    private CompletableFuture<@Nullable Object> start(MethodInvocation invocation) {
        Thread caller = Thread.currentThread();
        return policy.callAsync(() -> {
            try {
                return stage(GuardedCall.proceed(invocation, caller));
            } catch (Throwable failure) {
                throw GuardedCall.<RuntimeException>sneakyThrow(failure);
            }
        });
    }

    @SuppressWarnings("unchecked") // the type of the results is erased
    private @Nullable CompletionStage<@Nullable Object> stage(@Nullable Object returned) {
        return returned instanceof Future<?> future && !(returned instanceof CompletionStage)
                ? FutureEnd.of(future, policy.name())
                : (CompletionStage<@Nullable Object>) returned;
    }

    /** A future that completes as the call does, or as the fallback's; whoever ends it early has left the call as well. */
    private static CompletableFuture<@Nullable Object> answered(
            CompletableFuture<@Nullable Object> call,
            MethodInvocation invocation,
            FallbackMethods fallback,
            Snapshot callersContext) {
        var answered = new CompletableFuture<@Nullable Object>();
        var unusedEnd = call.whenComplete((value, failure) -> {
            if (failure == null) {
                answered.complete(value);
            } else if (!answered.isDone()) {
                answer(answered, invocation, fallback, callersContext, unwrap(failure));
            }
        });
        var unused = answered.whenComplete((value, failure) -> leave(call, answered.isCancelled()));
        return answered;
    }

    private static void leave(CompletableFuture<?> call, boolean cancelled) {
        if (cancelled) {
            call.cancel(true);
        } else {
            call.complete(null); // withdraws it if it still waits, and does nothing if it has ended
        }
    }

    private static void answer(
            CompletableFuture<@Nullable Object> answered,
            MethodInvocation invocation,
            FallbackMethods fallback,
            Snapshot callersContext,
            Throwable cause) {
        Object answer;
        try (Scope scope = callersContext.open()) {
            answer = fallback.answer(invocation, cause);
        } catch (Throwable failure) {
            answered.completeExceptionally(failure);
            return;
        }
        follow(answered, answer);
    }

    private static void follow(CompletableFuture<@Nullable Object> answered, @Nullable Object answer) {
        switch (answer) {
            case CompletionStage<?> stage ->
                stage.whenComplete((value, failure) -> {
                    if (failure == null) {
                        answered.complete(value);
                    } else {
                        answered.completeExceptionally(failure);
                    }
                });
            case Future<?> future -> follow(answered, FutureEnd.of(future, "fallback"));
            case null, default ->
                answered.completeExceptionally(new NullPointerException("The fallback method returned null: return a"
                        + " future, for instance CompletableFuture.completedFuture(null)"));
        }
    }

    static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }
}
