// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.CallRejectedException;
import io.watertight.circuitbreaker.CircuitBreaker.State;
import java.io.Serial;
import java.time.Duration;
import java.util.Locale;

/**
 * Says that a circuit breaker did not let a call start: it is open, or half-open with all its trial calls under way.
 *
 * <p>Cheap by design, like every rejection: the message is built when it is asked for, and there is no stack trace unless
 * the circuit breaker was made {@link CircuitBreaker#withStackTraces withStackTraces(true)}.
 */
public final class CircuitBreakerOpenException extends CallRejectedException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Open or half-open. */
    private final State state;

    /** When a trial will be let through. */
    private final Duration retryAfter;

    /** Calls in the window that opened the circuit breaker. */
    private final long calls;

    /** Those of them that failed. */
    private final long failures;

    /** Those of them that were slow. */
    private final long slow;

    /** How many trials there are. */
    private final int trialCalls;

    CircuitBreakerOpenException(CircuitBreakerSettings settings, State state, Tally reason, Duration retryAfter) {
        super(settings.name(), null, settings.stackTraces());
        this.state = state;
        this.retryAfter = retryAfter;
        this.calls = reason.calls();
        this.failures = reason.failures();
        this.slow = reason.slow();
        this.trialCalls = settings.trialCalls();
    }

    /**
     * Returns how long it is until the circuit breaker lets a trial call through: earlier attempts are futile.
     *
     * @return what is left of the open duration; zero while the circuit breaker is half-open, where that depends on the
     *     trials under way and may be any moment. It is no promise that a call made then is among the trials
     */
    public Duration retryAfter() {
        return retryAfter;
    }

    /**
     * Returns the state in which the call was rejected.
     *
     * @return {@link State#OPEN} or {@link State#HALF_OPEN}
     */
    public State state() {
        return state;
    }

    /**
     * Returns the failure rate that the circuit breaker saw when it opened.
     *
     * @return from zero to one
     */
    public double failureRate() {
        return new Tally(calls, failures, slow).failureRate();
    }

    /**
     * Returns the slow-call rate that the circuit breaker saw when it opened.
     *
     * @return from zero to one
     */
    public double slowCallRate() {
        return new Tally(calls, failures, slow).slowCallRate();
    }

    /**
     * Returns what happened with the numbers that opened the circuit breaker: failure rate, slow-call rate, calls.
     *
     * @return the message
     */
    @Override
    public String getMessage() {
        String what = state == State.OPEN
                ? "open, the next trial in " + retryAfter
                : "half-open, all " + trialCalls + " trial calls are under way";
        return String.format(
                Locale.ROOT,
                "Circuit breaker '%s' is %s: opened by failure rate %.3f (%d of %d calls), slow-call rate %.3f (%d)",
                name(),
                what,
                failureRate(),
                failures,
                calls,
                slowCallRate(),
                slow);
    }
}
