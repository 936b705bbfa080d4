// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.ContextPropagator;
import io.watertight.listener.Listeners;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** What a {@link ThreadPoolBulkhead} is configured with; the only place where its options are checked. */
record ThreadPoolSettings(
        String name,
        int maxConcurrentCalls,
        int queueCapacity,
        @Nullable Duration timeout,
        @Nullable ThreadFactory ownThreadFactory,
        boolean virtualThreads,
        ContextPropagator contextPropagator,
        Listeners<BulkheadEvent> listeners,
        Clock clock,
        boolean stackTraces) {

    ThreadPoolSettings {
        BulkheadSettings.checkNameAndLimit(name, maxConcurrentCalls);
        Objects.requireNonNull(contextPropagator, "contextPropagator must not be null: use ContextPropagator.none()");
        Objects.requireNonNull(clock, "clock must not be null: use Clock.systemUTC()");
        if (queueCapacity < 0) {
            throw new IllegalArgumentException("queueCapacity of bulkhead '" + name + "' must not be negative, was "
                    + queueCapacity + ": use 0 for no queue");
        }
        if (timeout != null && !timeout.isPositive()) {
            throw new IllegalArgumentException("timeout of bulkhead '" + name + "' must be positive, was " + timeout
                    + ": leave the wither out for no timeout");
        }
    }

    static ThreadPoolSettings of(String name, int maxConcurrentCalls) {
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                0,
                null,
                null,
                false,
                ContextPropagator.none(),
                Listeners.none(),
                Clock.systemUTC(),
                false);
    }

    /** The user's, or a new default one, which counts its threads from 1. */
    ThreadFactory threadFactory() {
        if (ownThreadFactory != null) {
            return ownThreadFactory;
        }
        String prefix = name + "-";
        return virtualThreads
                ? Thread.ofVirtual().name(prefix, 1).factory()
                : Thread.ofPlatform().daemon().name(prefix, 1).factory();
    }

    ThreadPoolSettings withMaxConcurrentCalls(int value) {
        return new ThreadPoolSettings(
                name,
                value,
                queueCapacity,
                timeout,
                ownThreadFactory,
                virtualThreads,
                contextPropagator,
                listeners,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withQueueCapacity(int value) {
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                value,
                timeout,
                ownThreadFactory,
                virtualThreads,
                contextPropagator,
                listeners,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withTimeout(Duration value) {
        Objects.requireNonNull(value, "timeout must not be null: leave the wither out for no timeout");
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                queueCapacity,
                value,
                ownThreadFactory,
                virtualThreads,
                contextPropagator,
                listeners,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withVirtualThreads(boolean value) {
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                queueCapacity,
                timeout,
                null,
                value,
                contextPropagator,
                listeners,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withThreadFactory(ThreadFactory value) {
        Objects.requireNonNull(value, "threadFactory must not be null: leave the wither out for the default");
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                queueCapacity,
                timeout,
                value,
                false,
                contextPropagator,
                listeners,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withContextPropagator(ContextPropagator value) {
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                queueCapacity,
                timeout,
                ownThreadFactory,
                virtualThreads,
                value,
                listeners,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withListeners(Listeners<BulkheadEvent> value) {
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                queueCapacity,
                timeout,
                ownThreadFactory,
                virtualThreads,
                contextPropagator,
                value,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withClock(Clock value) {
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                queueCapacity,
                timeout,
                ownThreadFactory,
                virtualThreads,
                contextPropagator,
                listeners,
                value,
                stackTraces);
    }

    ThreadPoolSettings withStackTraces(boolean value) {
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                queueCapacity,
                timeout,
                ownThreadFactory,
                virtualThreads,
                contextPropagator,
                listeners,
                clock,
                value);
    }
}
