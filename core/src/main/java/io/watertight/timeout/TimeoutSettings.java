// SPDX-License-Identifier: Apache-2.0
package io.watertight.timeout;

import io.watertight.ContextPropagator;
import io.watertight.listener.Listeners;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/** What a {@link Timeout} is configured with; the only place where its options are checked. */
record TimeoutSettings(
        String name,
        Duration limit,
        boolean abandonment,
        Listeners<TimeoutEvent> listeners,
        Clock clock,
        ContextPropagator contextPropagator) {

    TimeoutSettings {
        Objects.requireNonNull(name, "name must not be null: it identifies the timeout in events and exceptions");
        Objects.requireNonNull(limit, "limit must not be null");
        Objects.requireNonNull(clock, "clock must not be null: use Clock.systemUTC()");
        Objects.requireNonNull(contextPropagator, "contextPropagator must not be null: use ContextPropagator.none()");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be blank, was \"" + name + "\": name the timeout after its dependency");
        }
        if (!limit.isPositive()) {
            throw new IllegalArgumentException("limit of timeout '" + name + "' must be positive, was " + limit
                    + ": an operation needs some time; leave the timeout out where there is no limit");
        }
    }

    TimeoutSettings withAbandonment(boolean value) {
        return new TimeoutSettings(name, limit, value, listeners, clock, contextPropagator);
    }

    TimeoutSettings withListeners(Listeners<TimeoutEvent> value) {
        return new TimeoutSettings(name, limit, abandonment, value, clock, contextPropagator);
    }

    TimeoutSettings withClock(Clock value) {
        return new TimeoutSettings(name, limit, abandonment, listeners, value, contextPropagator);
    }

    TimeoutSettings withContextPropagator(ContextPropagator value) {
        return new TimeoutSettings(name, limit, abandonment, listeners, clock, value);
    }
}
