// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;

/** No call is admitted until the open duration is over; the first call after it moves the circuit on. */
final class OpenState extends CircuitState {
    private final Tally reason;
    private final long openedAt;

    OpenState(Circuit circuit, Tally reason, long openedAt) {
        super(circuit);
        this.reason = reason;
        this.openedAt = openedAt;
    }

    @Override
    State state() {
        return State.OPEN;
    }

    @Override
    boolean admit() {
        long now = circuit.now();
        long left = circuit.openNanos - (now - openedAt);
        if (left > 0) {
            throw circuit.rejected(this, left);
        }
        circuit.move(this, new HalfOpenState(circuit, reason, now));
        return false;
    }

    @Override
    void count(Outcome outcome, long now) {
        throw new AssertionError("no call is admitted to an open circuit");
    }

    @Override
    Tally tally() {
        return reason;
    }
}
