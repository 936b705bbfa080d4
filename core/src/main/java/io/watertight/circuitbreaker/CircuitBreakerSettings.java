// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.listener.Listeners;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** What a {@link CircuitBreaker} is configured with; checks its options, together with {@link OpeningRule}. */
record CircuitBreakerSettings(
        String name,
        OpeningRule rule,
        Duration openDuration,
        int trialCalls,
        Predicate<? super Throwable> failurePredicate,
        Listeners<CircuitBreakerEvent> listeners,
        Clock clock,
        boolean stackTraces) {

    @SuppressWarnings("UnnecessaryLambda") // one object, so that equal settings are equal
    private static final Predicate<Throwable> EVERY_FAILURE = failure -> true;

    private static final Class<?> SYSTEM_CLOCK = Clock.systemUTC().getClass();

    CircuitBreakerSettings {
        Objects.requireNonNull(
                name, "name must not be null: it identifies the circuit breaker in events and exceptions");
        Objects.requireNonNull(openDuration, "openDuration must not be null: use for instance Duration.ofSeconds(30)");
        Objects.requireNonNull(failurePredicate, "failurePredicate must not be null: use failure -> true for all");
        Objects.requireNonNull(clock, "clock must not be null: use Clock.systemUTC()");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be blank, was \"" + name + "\": name the circuit breaker after its dependency");
        }
        OpeningRule.check(
                OpeningRule.isPositive(openDuration),
                "openDuration",
                name,
                "positive",
                openDuration,
                "at zero it would never be open");
        OpeningRule.checkCalls("trialCalls", name, trialCalls, "without a trial it would never close");
    }

    static CircuitBreakerSettings of(String name) {
        return new CircuitBreakerSettings(
                name,
                OpeningRule.of(name),
                Duration.ofSeconds(30),
                5,
                EVERY_FAILURE,
                Listeners.none(),
                Clock.systemUTC(),
                false);
    }

    /**
     * Nanoseconds since some origin. Under a clock of the system they are those of {@link System#nanoTime}, which does not
     * jump when the time of day is set; any other clock is taken at its word.
     */
    LongSupplier elapsedTime() {
        return clock.getClass() == SYSTEM_CLOCK ? System::nanoTime : () -> nanos(clock.instant());
    }

    // May wrap around, as nanoTime may: only differences count.
    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    CircuitBreakerSettings withRule(OpeningRule value) {
        return new CircuitBreakerSettings(
                name, value, openDuration, trialCalls, failurePredicate, listeners, clock, stackTraces);
    }

    CircuitBreakerSettings withOpenDuration(Duration value) {
        return new CircuitBreakerSettings(
                name, rule, value, trialCalls, failurePredicate, listeners, clock, stackTraces);
    }

    CircuitBreakerSettings withTrialCalls(int value) {
        return new CircuitBreakerSettings(
                name, rule, openDuration, value, failurePredicate, listeners, clock, stackTraces);
    }

    CircuitBreakerSettings withFailurePredicate(Predicate<? super Throwable> value) {
        return new CircuitBreakerSettings(name, rule, openDuration, trialCalls, value, listeners, clock, stackTraces);
    }

    CircuitBreakerSettings withListeners(Listeners<CircuitBreakerEvent> value) {
        return new CircuitBreakerSettings(
                name, rule, openDuration, trialCalls, failurePredicate, value, clock, stackTraces);
    }

    CircuitBreakerSettings withClock(Clock value) {
        return new CircuitBreakerSettings(
                name, rule, openDuration, trialCalls, failurePredicate, listeners, value, stackTraces);
    }

    CircuitBreakerSettings withStackTraces(boolean value) {
        return new CircuitBreakerSettings(
                name, rule, openDuration, trialCalls, failurePredicate, listeners, clock, value);
    }
}
