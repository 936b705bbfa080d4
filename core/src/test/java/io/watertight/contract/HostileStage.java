// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A stage that breaks its contract: it tells of its end as often as it likes, or refuses to be listened to. */
final class HostileStage<T extends @Nullable Object> extends CompletableFuture<T> {
    private final T value;
    private final int times;

    HostileStage(T value, int times) {
        this.value = value;
        this.times = times;
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        if (times == 0) {
            throw new UnsupportedOperationException("cannot be listened to");
        }
        for (int i = 0; i < times; i++) {
            action.accept(value, null);
        }
        return this;
    }
}
