// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import io.watertight.Operation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * What a thread carries: a plain thread-local, a key of the MDC, an observation and a value in OpenTelemetry's context.
 */
record Values(
        @Nullable String local,
        @Nullable String mdc,
        @Nullable String observation,
        @Nullable String openTelemetry) {

    static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
    static final Values NONE = new Values(null, null, null, null);

    private static final ContextKey<String> KEY = ContextKey.named("request");
    private static final ObservationRegistry OBSERVATIONS = observations();

    /** All four the same. */
    static Values of(String value) {
        return new Values(value, value, value, value);
    }

    /** What the current thread carries. */
    static Values here() {
        Observation observation = OBSERVATIONS.getCurrentObservation();
        return new Values(
                LOCAL.get(),
                MDC.get("request"),
                Optional.ofNullable(observation)
                        .filter(current -> !(current instanceof NullObservation)) // what a cleared one is
                        .map(current -> current.getContext().getName())
                        .orElse(null),
                Context.current().get(KEY));
    }

    /** Runs the body on a thread that carries that value in all four. */
    static <T extends @Nullable Object, X extends Throwable> T with(String value, Operation<T, X> body) throws X {
        Observation observation =
                Observation.createNotStarted(value, OBSERVATIONS).start();
        try (Observation.Scope current = observation.openScope();
                Scope context = Context.current().with(KEY, value).makeCurrent()) {
            LOCAL.set(value);
            MDC.put("request", value);
            return body.call();
        } finally {
            MDC.clear();
            LOCAL.remove();
            observation.stop();
        }
    }

    private static ObservationRegistry observations() {
        var registry = ObservationRegistry.create();
        // A registry without a handler makes only no-op observations.
        registry.observationConfig().observationHandler(context -> true);
        return registry;
    }
}
