// SPDX-License-Identifier: Apache-2.0
package io.watertight.fallback;

import io.watertight.ContextPropagator;
import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.ResilientException;
import io.watertight.listener.Listeners;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a {@link Fallback} is configured with, its answer apart; the only place where its options are checked. */
record FallbackSettings(
        List<Class<? extends Throwable>> types,
        @Nullable Pipeline policies,
        ContextPropagator contextPropagator,
        Listeners<FallbackEvent> listeners,
        Clock clock) {

    private static final List<Class<? extends Throwable>> EVERY_EXCEPTION = List.of(Exception.class);

    FallbackSettings {
        Objects.requireNonNull(contextPropagator, "contextPropagator must not be null: use ContextPropagator.none()");
        Objects.requireNonNull(clock, "clock must not be null: use Clock.systemUTC()");
        types.forEach(FallbackSettings::checkType);
    }

    private static void checkType(Class<? extends Throwable> type) {
        if (Error.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("A fallback must not be on " + type.getName()
                    + ": it would hide an error of the JVM or of the program; use a subclass of Exception");
        }
        if (InterruptedException.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("A fallback must not be on " + type.getName()
                    + ": it would hide that the thread is asked to stop; catch it around the call");
        }
    }

    static FallbackSettings standard() {
        return new FallbackSettings(List.of(), null, ContextPropagator.none(), Listeners.none(), Clock.systemUTC());
    }

    String name() {
        return policies == null ? "fallback" : policies.name();
    }

    /** Whether the fallback is asked about this failure. */
    boolean appliesTo(Throwable failure) {
        return !isUntouchable(failure)
                && (types.isEmpty() ? EVERY_EXCEPTION : types).stream().anyMatch(type -> type.isInstance(failure));
    }

    // Errors and interruptions, even where a future has wrapped them and whatever the types say.
    private static boolean isUntouchable(Throwable failure) {
        Throwable inner = failure;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner instanceof Error
                || inner instanceof InterruptedException
                || (inner instanceof ResilientException && inner.getCause() instanceof InterruptedException);
    }

    FallbackSettings withType(Class<? extends Throwable> value) {
        Objects.requireNonNull(value, "type must not be null: leave it out for every Exception");
        List<Class<? extends Throwable>> more = Stream.concat(
                        types.stream(), Stream.<Class<? extends Throwable>>of(value))
                .toList();
        return new FallbackSettings(more, policies, contextPropagator, listeners, clock);
    }

    FallbackSettings withPolicy(Policy value) {
        Objects.requireNonNull(value, "policy must not be null: leave it out to fall back on the bare operation");
        Pipeline inside = policies == null ? Pipeline.of(value) : Pipeline.of(policies, value);
        return new FallbackSettings(types, inside, contextPropagator, listeners, clock);
    }

    FallbackSettings withContextPropagator(ContextPropagator value) {
        return new FallbackSettings(types, policies, value, listeners, clock);
    }

    FallbackSettings withListeners(Listeners<FallbackEvent> value) {
        return new FallbackSettings(types, policies, contextPropagator, value, clock);
    }

    FallbackSettings withClock(Clock value) {
        return new FallbackSettings(types, policies, contextPropagator, listeners, value);
    }
}
