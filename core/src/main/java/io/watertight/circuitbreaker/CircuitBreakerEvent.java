// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.time.Instant;

/**
 * What happens at a circuit breaker.
 *
 * <p>Every call fires {@link Finished} when it has ended, or else {@link Rejected}. {@link StateChanged} comes on the
 * thread of the call that moved the state, once for each move.
 */
public sealed interface CircuitBreakerEvent {
    /**
     * Returns when it happened, by the circuit breaker's clock.
     *
     * @return the time
     */
    Instant timestamp();

    /**
     * Returns the name of the circuit breaker.
     *
     * @return the name
     */
    String name();

    /** What a call says of its dependency. */
    enum Outcome {
        /** It answered, in time. An exception that the failure predicate does not count is an answer too. */
        SUCCESS,
        /** It failed. */
        FAILURE,
        /** It answered, and took at least the slow-call duration. */
        SLOW_SUCCESS,
        /** It failed, and took at least the slow-call duration; this counts in both rates. */
        SLOW_FAILURE,
        /** Nothing: the call was rejected further inside, interrupted, or cancelled. */
        IGNORED;

        boolean failed() {
            return this == FAILURE || this == SLOW_FAILURE;
        }

        boolean slow() {
            return this == SLOW_SUCCESS || this == SLOW_FAILURE;
        }
    }

    /**
     * The circuit breaker went from one state to another.
     *
     * @param timestamp when
     * @param name the circuit breaker
     * @param from the state it left
     * @param to the state it is in
     */
    record StateChanged(Instant timestamp, String name, State from, State to) implements CircuitBreakerEvent {}

    /**
     * A call was turned away; its operation was never started.
     *
     * @param timestamp when
     * @param name the circuit breaker
     * @param retryAfter as in {@link CircuitBreakerOpenException#retryAfter}
     */
    record Rejected(Instant timestamp, String name, Duration retryAfter) implements CircuitBreakerEvent {}

    /**
     * A call that was let through has ended, and its outcome is counted.
     *
     * @param timestamp when
     * @param name the circuit breaker
     * @param outcome what it counts as
     * @param duration how long the operation took
     */
    record Finished(Instant timestamp, String name, Outcome outcome, Duration duration)
            implements CircuitBreakerEvent {}
}
