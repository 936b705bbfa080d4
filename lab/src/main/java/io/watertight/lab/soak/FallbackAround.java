// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.fallback.Fallback;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fallback around a policy, as a policy itself. Its answer to a failure is that failure, so the outcomes stay the
 * call's own and every failure passes through the fallback.
 */
record FallbackAround(Policy policy) implements Policy {
    @Override
    public String name() {
        return policy.name();
    }

    @Override
    public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
        return FallbackAround.<T>fallback().around(policy).call(operation);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
            Supplier<? extends @Nullable CompletionStage<T>> operation) {
        return FallbackAround.<T>fallback().around(policy).callAsync(operation);
    }

    private static <T extends @Nullable Object> Fallback<T> fallback() {
        return Fallback.with(cause -> FallbackAround.<T, RuntimeException>again(cause));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // thrown as it came
    private static <T extends @Nullable Object, X extends Throwable> T again(Throwable cause) throws X {
        throw (X) cause;
    }
}
