// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;

/** Every call is admitted; each outcome goes into a window that began empty with this period. */
final class ClosedState extends CircuitState {
    private final Window window;
    private final int minimumCalls;

    ClosedState(Circuit circuit) {
        super(circuit);
        this.window = circuit.settings.rule().window().open();
        this.minimumCalls = circuit.settings.rule().minimumCalls();
    }

    @Override
    State state() {
        return State.CLOSED;
    }

    @Override
    boolean admit() {
        return true;
    }

    @Override
    void count(Outcome outcome, long now) {
        if (outcome != Outcome.IGNORED) {
            Tally tally = window.add(outcome, now);
            if (tally != null && tally.calls() >= minimumCalls) {
                circuit.judge(this, tally);
            }
        }
    }

    @Override
    Tally tally() {
        return window.tally();
    }
}
