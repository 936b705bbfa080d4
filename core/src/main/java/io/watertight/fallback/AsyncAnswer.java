// SPDX-License-Identifier: Apache-2.0
package io.watertight.fallback;

import io.watertight.ContextPropagator.Snapshot;
import io.watertight.async.Hop;
import io.watertight.async.StageFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future of one asynchronous call, which completes as the call does, or with the fallback's answer. Whoever ends the
 * future first has no more use for an answer, and the fallback is not asked.
 */
final class AsyncAnswer<T extends @Nullable Object> extends StageFuture<T> {
    private final Fallback<T> fallback;
    private final Snapshot callersContext;

    AsyncAnswer(Fallback<T> fallback, Snapshot callersContext) {
        this.fallback = fallback;
        this.callersContext = callersContext;
    }

    void to(Supplier<? extends @Nullable CompletionStage<T>> call) {
        follow("fallback", call);
    }

    @Override
    protected void ended(@Nullable T value, @Nullable Throwable failure) {
        Throwable cause = failure == null ? null : unwrap(failure);
        if (cause == null || !fallback.appliesTo(cause)) {
            settle(value, failure);
        } else if (!isDone()) {
            answer(cause);
        }
    }

    private void answer(Throwable cause) {
        T answer;
        try {
            answer = Hop.call("fallback", callersContext, () -> fallback.ask(cause));
        } catch (Throwable failure) {
            fallback.failed(cause, failure);
            settle(null, failure);
            return;
        }
        settle(answer, null);
    }
}
