// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.ContextPropagator;
import io.watertight.listener.Listeners;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/** What a {@link Bulkhead} is configured with; the only place where its options are checked. */
record BulkheadSettings(
        String name,
        int maxConcurrentCalls,
        Duration maxWait,
        int maxWaiting,
        boolean fair,
        Listeners<BulkheadEvent> listeners,
        Clock clock,
        boolean stackTraces,
        ContextPropagator contextPropagator) {

    BulkheadSettings {
        checkNameAndLimit(name, maxConcurrentCalls);
        Objects.requireNonNull(maxWait, "maxWait must not be null: use Duration.ZERO to fail fast");
        Objects.requireNonNull(clock, "clock must not be null: use Clock.systemUTC()");
        Objects.requireNonNull(contextPropagator, "contextPropagator must not be null: use ContextPropagator.none()");
        if (maxWait.isNegative()) {
            throw new IllegalArgumentException("maxWait of bulkhead '" + name + "' must not be negative, was " + maxWait
                    + ": use Duration.ZERO to fail fast");
        }
        if (maxWaiting < 0) {
            throw new IllegalArgumentException("maxWaiting of bulkhead '" + name + "' must not be negative, was "
                    + maxWaiting + ": use 0 to let no call wait, Integer.MAX_VALUE for no bound");
        }
    }

    /** What every kind of bulkhead refuses. */
    static void checkNameAndLimit(String name, int maxConcurrentCalls) {
        Objects.requireNonNull(name, "name must not be null: it identifies the bulkhead in events and exceptions");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be blank, was \"" + name + "\": name the bulkhead after its dependency");
        }
        if (maxConcurrentCalls < 1) {
            throw new IllegalArgumentException("maxConcurrentCalls of bulkhead '" + name + "' must be at least 1, was "
                    + maxConcurrentCalls + ": a limit below 1 would reject every call");
        }
    }

    static BulkheadSettings of(String name, int maxConcurrentCalls) {
        return new BulkheadSettings(
                name,
                maxConcurrentCalls,
                Duration.ZERO,
                Integer.MAX_VALUE,
                false,
                Listeners.none(),
                Clock.systemUTC(),
                false,
                ContextPropagator.none());
    }

    BulkheadSettings withMaxConcurrentCalls(int value) {
        return new BulkheadSettings(
                name, value, maxWait, maxWaiting, fair, listeners, clock, stackTraces, contextPropagator);
    }

    BulkheadSettings withMaxWait(Duration value) {
        return new BulkheadSettings(
                name, maxConcurrentCalls, value, maxWaiting, fair, listeners, clock, stackTraces, contextPropagator);
    }

    BulkheadSettings withMaxWaiting(int value) {
        return new BulkheadSettings(
                name, maxConcurrentCalls, maxWait, value, fair, listeners, clock, stackTraces, contextPropagator);
    }

    BulkheadSettings withFair(boolean value) {
        return new BulkheadSettings(
                name, maxConcurrentCalls, maxWait, maxWaiting, value, listeners, clock, stackTraces, contextPropagator);
    }

    BulkheadSettings withListeners(Listeners<BulkheadEvent> value) {
        return new BulkheadSettings(
                name, maxConcurrentCalls, maxWait, maxWaiting, fair, value, clock, stackTraces, contextPropagator);
    }

    BulkheadSettings withClock(Clock value) {
        return new BulkheadSettings(
                name, maxConcurrentCalls, maxWait, maxWaiting, fair, listeners, value, stackTraces, contextPropagator);
    }

    BulkheadSettings withStackTraces(boolean value) {
        return new BulkheadSettings(
                name, maxConcurrentCalls, maxWait, maxWaiting, fair, listeners, clock, value, contextPropagator);
    }

    BulkheadSettings withContextPropagator(ContextPropagator value) {
        return new BulkheadSettings(
                name, maxConcurrentCalls, maxWait, maxWaiting, fair, listeners, clock, stackTraces, value);
    }
}
