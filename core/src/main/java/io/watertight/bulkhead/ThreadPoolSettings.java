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
        ThreadFactory threadFactory,
        boolean virtualThreads,
        ContextPropagator contextPropagator,
        Listeners<BulkheadEvent> listeners,
        Clock clock,
        boolean stackTraces) {

    ThreadPoolSettings {
        BulkheadSettings.checkNameAndLimit(name, maxConcurrentCalls);
        Objects.requireNonNull(threadFactory, "threadFactory must not be null: leave the wither out for the default");
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
                platformThreads(name),
                false,
                ContextPropagator.none(),
                Listeners.none(),
                Clock.systemUTC(),
                false);
    }

    private static ThreadFactory platformThreads(String name) {
        return Thread.ofPlatform().daemon().name(name + "-", 1).factory();
    }

    ThreadPoolSettings withMaxConcurrentCalls(int value) {
        return new ThreadPoolSettings(
                name,
                value,
                queueCapacity,
                timeout,
                threadFactory,
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
                threadFactory,
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
                threadFactory,
                virtualThreads,
                contextPropagator,
                listeners,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withVirtualThreads(boolean value) {
        ThreadFactory factory = value ? Thread.ofVirtual().name(name + "-", 1).factory() : platformThreads(name);
        return new ThreadPoolSettings(
                name,
                maxConcurrentCalls,
                queueCapacity,
                timeout,
                factory,
                value,
                contextPropagator,
                listeners,
                clock,
                stackTraces);
    }

    ThreadPoolSettings withThreadFactory(ThreadFactory value) {
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
                threadFactory,
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
                threadFactory,
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
                threadFactory,
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
                threadFactory,
                virtualThreads,
                contextPropagator,
                listeners,
                clock,
                value);
    }
}
