// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes a circuit breaker of its properties. */
final class CircuitBreakerFactory {
    private CircuitBreakerFactory() {}

    static CircuitBreaker create(Bound<CircuitBreakerProperties> bound) {
        CircuitBreakerProperties options = bound.options();
        // The order matters: a minimum is checked against the window, a slow-call rate against the duration.
        return window(bound)
                .set("minimum-calls", options.minimumCalls(), CircuitBreaker::withMinimumCalls)
                .set("failure-rate-threshold", options.failureRateThreshold(), CircuitBreaker::withFailureRateThreshold)
                .set("slow-call-duration", options.slowCallDuration(), CircuitBreaker::withSlowCallDuration)
                .set(
                        "slow-call-rate-threshold",
                        options.slowCallRateThreshold(),
                        CircuitBreaker::withSlowCallRateThreshold)
                .set("open-duration", options.openDuration(), CircuitBreaker::withOpenDuration)
                .set("trial-calls", options.trialCalls(), CircuitBreaker::withTrialCalls)
                .set("stack-traces", options.stackTraces(), CircuitBreaker::withStackTraces)
                .get();
    }

    private static OptionSetter<CircuitBreaker> window(Bound<CircuitBreakerProperties> bound) {
        @Nullable Integer calls = bound.options().windowCalls();
        @Nullable Duration duration = bound.options().windowDuration();
        if (calls != null && duration != null) {
            // The section's own window stands for the default of the other kind.
            if (bound.sets("window-calls") == bound.sets("window-duration")) {
                bound.refuse(
                        "window-duration",
                        "the window is one of calls or one of time, not both",
                        "Remove " + bound.nameOf("window-duration") + " or " + bound.nameOf("window-calls"));
            } else if (bound.sets("window-calls")) {
                duration = null;
            } else {
                calls = null;
            }
        }
        return new OptionSetter<>(bound, CircuitBreaker.fromConfiguration(bound.name()))
                .set("window-calls", calls, CircuitBreaker::withWindow)
                .set("window-duration", duration, CircuitBreaker::withWindow);
    }
}
