// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.watertight.CallObserver.Rejection;
import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerEvent.Rejected;
import io.watertight.circuitbreaker.CircuitBreakerEvent.StateChanged;
import io.watertight.listener.Listeners;
import io.watertight.listener.Observers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The live part of a circuit breaker: the period it is in, and how it moves to the next.
 *
 * <p>There is no lock. A move is one compare-and-set from the period that the mover acted on, so of any number of threads
 * that see the same reason to move exactly one does, and tells.
 */
final class Circuit {
    final CircuitBreakerSettings settings;
    final long openNanos;
    private final LongSupplier elapsedTime;
    private final Listeners<StateChanged> stateListeners;
    private final Listeners<Rejected> rejectedListeners;
    private final Observers observers;
    private final AtomicReference<CircuitState> current;

    Circuit(CircuitBreakerSettings settings) {
        this.settings = settings;
        this.openNanos = NANOSECONDS.convert(settings.openDuration()); // saturates: 292 years stand for ever
        this.elapsedTime = settings.elapsedTime();
        this.stateListeners = settings.listeners().of(StateChanged.class);
        this.rejectedListeners = settings.listeners().of(Rejected.class);
        this.observers = new Observers(settings.name());
        this.current = new AtomicReference<>(new ClosedState(this));
    }

    Observers observers() {
        return observers;
    }

    CircuitState current() {
        return current.get();
    }

    long now() {
        return elapsedTime.getAsLong();
    }

    /** Returns the period that the call is admitted to, or throws because it may not start. */
    CircuitState admit() {
        while (true) {
            CircuitState state = current.get();
            if (state.admit()) {
                return state;
            }
        }
    }

    /** The one decision: whether the outcomes of a period with enough of them open the circuit, or close it. */
    void judge(CircuitState period, Tally tally) {
        if (settings.rule().isMetBy(tally)) {
            if (current.get() == period) {
                move(period, new OpenState(this, tally, now()));
            }
        } else if (period.state() == State.HALF_OPEN) {
            move(period, new ClosedState(this));
        }
    }

    /** Moves on, unless somebody else already has. */
    void move(CircuitState from, CircuitState to) {
        if (current.compareAndSet(from, to) && !stateListeners.isEmpty()) {
            stateListeners.fire(
                    settings.name(),
                    () -> new StateChanged(settings.clock().instant(), settings.name(), from.state(), to.state()));
        }
    }

    CircuitBreakerOpenException rejected(CircuitState state, long nanosLeft) {
        // A clock that was set back must not make the wait longer than the whole.
        Duration retryAfter = Duration.ofNanos(Math.min(nanosLeft, openNanos));
        var open = new CircuitBreakerOpenException(settings, state.state(), state.tally(), retryAfter);
        if (!rejectedListeners.isEmpty()) {
            rejectedListeners.fire(
                    settings.name(), () -> new Rejected(settings.clock().instant(), settings.name(), retryAfter));
        }
        observers.rejected(Rejection.OPEN, 0);
        return open;
    }
}
