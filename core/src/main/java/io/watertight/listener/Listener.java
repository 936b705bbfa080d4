// SPDX-License-Identifier: Apache-2.0
package io.watertight.listener;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One listener, kept from doing harm: what it throws is logged and dropped. */
final class Listener<F> {
    private final Class<F> type;
    private final Consumer<? super F> consumer;
    private final FaultLog log;

    Listener(Class<F> type, Consumer<? super F> consumer) {
        this(type, consumer, new FaultLog());
    }

    Listener(Class<F> type, Consumer<? super F> consumer, FaultLog log) {
        this.type = type;
        this.consumer = consumer;
        this.log = log;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Listener<?> listener && listener.type == type && listener.consumer.equals(consumer);
    }

    @Override
    public int hashCode() {
        return Objects.hash(type, consumer);
    }

    boolean wants(Class<?> kind) {
        return type.isAssignableFrom(kind);
    }

    void tell(String policy, Object event) {
        try {
            consumer.accept(type.cast(event));
        } catch (Throwable failure) {
            failed(policy, failure);
        }
    }

    void failed(String policy, Throwable failure) {
        log.report("A listener of '" + policy + "' failed and was ignored", consumer, failure);
    }
}
