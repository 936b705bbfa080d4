// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * So many calls are admitted for a trial, and as many outcomes decide. A trial whose outcome is ignored is given back.
 *
 * <p>Trials that do not end would keep the circuit here for good, so after an open duration without a decision as many
 * again are admitted. The outcomes of the earlier ones count too whenever they come; were they dropped, a dependency
 * that has recovered but takes longer than the open duration could never be found well.
 */
final class HalfOpenState extends CircuitState {
    private final int trialCalls;
    private final Tally reason;
    private final AtomicInteger trialsLeft;
    private final AtomicLong roundBegan;
    private final AtomicLong outcomes = new AtomicLong();

    HalfOpenState(Circuit circuit, Tally reason, long now) {
        super(circuit);
        this.trialCalls = circuit.settings.trialCalls();
        this.reason = reason;
        this.trialsLeft = new AtomicInteger(trialCalls);
        this.roundBegan = new AtomicLong(now);
    }

    @Override
    State state() {
        return State.HALF_OPEN;
    }

    @Override
    boolean admit() {
        while (true) {
            int left = trialsLeft.get();
            if (left == 0) {
                beginAnotherRound();
            } else if (trialsLeft.compareAndSet(left, left - 1)) {
                return true;
            }
        }
    }

    private void beginAnotherRound() {
        long began = roundBegan.get();
        long now = circuit.now();
        if (now - began < circuit.openNanos) {
            throw circuit.rejected(this, 0);
        }
        if (roundBegan.compareAndSet(began, now)) {
            trialsLeft.set(trialCalls);
        }
    }

    @Override
    void count(Outcome outcome, long now) {
        if (outcome == Outcome.IGNORED) {
            trialsLeft.updateAndGet(left -> Math.min(left + 1, trialCalls));
            return;
        }
        Tally tally = Tally.unpack(outcomes.addAndGet(Tally.packed(Tally.bits(outcome))));
        if (tally.calls() >= trialCalls) {
            circuit.judge(this, tally);
        }
    }

    @Override
    Tally tally() {
        return reason;
    }
}
