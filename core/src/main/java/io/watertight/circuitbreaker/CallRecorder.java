// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreakerEvent.Finished;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;
import io.watertight.listener.Listeners;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Takes the time of calls, makes an outcome of how each ended, and has it counted in the period it was admitted in. */
final class CallRecorder {
    private final CircuitBreakerSettings settings;
    private final Circuit circuit;
    private final FailureCheck failureCheck;
    private final Listeners<Finished> finishedListeners;
    private final long slowCallNanos;
    private final boolean timed;

    CallRecorder(CircuitBreakerSettings settings, Circuit circuit) {
        this.settings = settings;
        this.circuit = circuit;
        this.failureCheck = new FailureCheck(settings.name(), settings.failurePredicate());
        this.finishedListeners = settings.listeners().of(Finished.class);
        this.slowCallNanos = settings.rule().slowCallNanos();
        this.timed = settings.rule().slowCallDuration() != null
                || settings.rule().window().time() != null
                || !finishedListeners.isEmpty();
    }

    String name() {
        return settings.name();
    }

    /** Returns when the call starts, for {@link #ended}; 0 where nobody will ask. */
    long started() {
        return timed ? circuit.now() : 0;
    }

    /** Counts a call that has ended. Never throws: neither a clock nor the end of the stack changes a result. */
    void ended(CircuitState admitted, long startedAt, @Nullable Throwable failure, boolean cancelled) {
        try {
            long now = timed ? nowOr(startedAt) : startedAt;
            long took = now - startedAt;
            Outcome outcome = cancelled ? Outcome.IGNORED : outcome(failure, took >= slowCallNanos);
            admitted.count(outcome, now);
            if (outcome != Outcome.IGNORED && !circuit.observers().isEmpty()) {
                circuit.observers().tell(observer -> observer.judged(outcome.failed(), outcome.slow()));
            }
            if (!finishedListeners.isEmpty()) {
                finishedListeners.fire(
                        name(),
                        () -> new Finished(settings.clock().instant(), name(), outcome, Duration.ofNanos(took)));
            }
        } catch (Throwable fault) {
            // The call's own outcome comes first. A trial that is lost here is replaced after the open duration.
        }
    }

    // A clock that fails will be heard of: the next call fails with what it throws.
    private long nowOr(long startedAt) {
        try {
            return circuit.now();
        } catch (Throwable clockFault) {
            return startedAt;
        }
    }

    private Outcome outcome(@Nullable Throwable failure, boolean slow) {
        if (failure != null) {
            if (FailureCheck.saysNothing(failure)) {
                return Outcome.IGNORED;
            }
            if (failureCheck.isFailure(failure)) {
                return slow ? Outcome.SLOW_FAILURE : Outcome.FAILURE;
            }
        }
        return slow ? Outcome.SLOW_SUCCESS : Outcome.SUCCESS;
    }
}
