// SPDX-License-Identifier: Apache-2.0
package io.watertight.listener;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** One listener, kept from doing harm: what it throws is logged, at most once a minute, and dropped. */
final class Listener<F> {
    private static final long LOG_INTERVAL = TimeUnit.MINUTES.toNanos(1);
    private static final long NEVER = Long.MIN_VALUE;

    private final Class<F> type;
    private final Consumer<? super F> consumer;
    private final LongSupplier nanoTime;
    private final AtomicLong lastLogged = new AtomicLong(NEVER);
    private final AtomicLong unlogged = new AtomicLong();

    Listener(Class<F> type, Consumer<? super F> consumer) {
        this(type, consumer, System::nanoTime);
    }

    Listener(Class<F> type, Consumer<? super F> consumer, LongSupplier nanoTime) {
        this.type = type;
        this.consumer = consumer;
        this.nanoTime = nanoTime;
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
        try {
            long now = nanoTime.getAsLong();
            long last = lastLogged.get();
            if ((last == NEVER || now - last >= LOG_INTERVAL) && lastLogged.compareAndSet(last, now)) {
                log(policy, failure, unlogged.getAndSet(0));
            } else {
                unlogged.incrementAndGet();
            }
        } catch (Throwable logFailure) {
            // A logger that fails, or no memory and no stack left to log with: the call comes first.
        }
    }

    private void log(String policy, Throwable failure, long before) {
        String message = "A listener of '" + policy + "' failed and was ignored: "
                + consumer.getClass().getName()
                + (before == 0 ? "" : " (" + before + " more failures since the last report)");
        System.getLogger("io.watertight").log(System.Logger.Level.WARNING, message, failure);
    }
}
