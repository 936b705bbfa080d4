// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;

/**
 * One period in one state. A call keeps the period it was admitted in and reports its outcome there, so what belongs to
 * an earlier period can never be counted in a later one: nobody looks at an earlier one any more.
 */
abstract sealed class CircuitState permits ClosedState, OpenState, HalfOpenState {
    final Circuit circuit;

    CircuitState(Circuit circuit) {
        this.circuit = circuit;
    }

    abstract State state();

    /**
     * Admits a call to this period, or throws because it may not start.
     *
     * @return true if admitted; false if the circuit has moved on and the caller must ask its new state
     */
    abstract boolean admit();

    /** Counts the outcome of a call that was admitted to this period. */
    abstract void count(Outcome outcome, long now);

    /** The numbers that tell why the circuit is in this state. */
    abstract Tally tally();
}
