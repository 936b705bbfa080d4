// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.ContextPropagator;
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
            Snapshot callersContext = propagator.capture();
            return new AnsweredCall(start(invocation), invocation, fallback, callersContext).start();
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

    static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }
}
