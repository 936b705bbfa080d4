// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.Policy;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * The call of a method that has ended when it returns. Under {@code @Async} it is already on the executor's thread, which
 * waits for a future that the method returns in any case; so the call waits for it, and holds its permit meanwhile.
 */
final class BlockingCall implements GuardedCall {
    private final Policy policy;
    private final @Nullable FallbackMethods fallback;
    private final boolean waitsForFutures;

    BlockingCall(Policy policy, @Nullable FallbackMethods fallback, boolean waitsForFutures) {
        this.policy = policy;
        this.fallback = fallback;
        this.waitsForFutures = waitsForFutures;
    }

    @Override
    public @Nullable Object call(MethodInvocation invocation) throws Throwable {
        Thread caller = Thread.currentThread();
        if (fallback == null) {
            return policy.<@Nullable Object, Throwable>call(() -> body(invocation, caller));
        }
        try {
            return policy.<@Nullable Object, Throwable>call(() -> body(invocation, caller));
        } catch (Throwable failure) {
            return fallback.answer(invocation, failure);
        }
    }

    private @Nullable Object body(MethodInvocation invocation, Thread caller) throws Throwable {
        Object result = GuardedCall.proceed(invocation, caller);
        if (waitsForFutures && result instanceof Future<?> future) {
            await(future);
        }
        return result;
    }

    private static void await(Future<?> future) throws Throwable {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (InterruptedException e) {
            future.cancel(true);
            throw e;
        }
    }
}
