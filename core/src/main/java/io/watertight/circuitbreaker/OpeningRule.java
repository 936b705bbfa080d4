// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What opens a circuit breaker; the only place where these options are checked. */
record OpeningRule(
        String name,
        WindowSize window,
        @Nullable Integer minimumCallsOrDefault,
        double failureRateThreshold,
        @Nullable Duration slowCallDuration,
        double slowCallRateThreshold) {

    private static final double ALL = 1;

    OpeningRule {
        Duration time = window.time();
        if (time != null) {
            check(isPositive(time), "window", name, "positive", time, "use for instance Duration.ofMinutes(1)");
        } else {
            checkCalls("window", name, window.calls(), "use a window of time to look further back");
        }
        if (minimumCallsOrDefault != null) {
            int most = time == null ? window.calls() : Integer.MAX_VALUE;
            check(
                    minimumCallsOrDefault >= 1 && minimumCallsOrDefault <= most,
                    "minimumCalls",
                    name,
                    time == null ? "from 1 to the " + most + " calls of the window" : "at least 1",
                    minimumCallsOrDefault,
                    "above the window it would never open; set the window first");
        }
        checkRate("failureRateThreshold", name, failureRateThreshold);
        checkRate("slowCallRateThreshold", name, slowCallRateThreshold);
        if (slowCallDuration != null) {
            check(
                    isPositive(slowCallDuration),
                    "slowCallDuration",
                    name,
                    "positive",
                    slowCallDuration,
                    "at zero every call would be slow");
        } else if (slowCallRateThreshold != ALL) {
            throw new IllegalArgumentException("slowCallRateThreshold of circuit breaker '" + name + "' was "
                    + slowCallRateThreshold + ", but without a slowCallDuration no call is slow:"
                    + " set withSlowCallDuration first");
        }
    }

    static OpeningRule of(String name) {
        return new OpeningRule(name, new WindowSize(100, null), null, 0.5, null, ALL);
    }

    /** Refuses a value with one line that names it and the remedy. */
    static void check(boolean holds, String option, String name, String rule, Object value, String remedy) {
        if (!holds) {
            throw new IllegalArgumentException(
                    option + " of circuit breaker '" + name + "' must be " + rule + ", was " + value + ": " + remedy);
        }
    }

    static void checkCalls(String option, String name, int calls, String remedy) {
        check(
                calls >= 1 && calls <= Tally.MAX_CALLS,
                option,
                name,
                "from 1 to " + Tally.MAX_CALLS + " calls",
                calls,
                remedy);
    }

    private static void checkRate(String option, String name, double rate) {
        check(rate > 0 && rate <= 1, option, name, "above 0 and at most 1", rate, "0.5 stands for half of the calls");
    }

    static boolean isPositive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }

    int minimumCalls() {
        return minimumCallsOrDefault == null ? window.defaultMinimumCalls() : minimumCallsOrDefault;
    }

    /** More nanoseconds than any call takes, where none is slow. */
    long slowCallNanos() {
        return slowCallDuration == null ? Long.MAX_VALUE : NANOSECONDS.convert(slowCallDuration);
    }

    boolean isMetBy(Tally tally) {
        return tally.failureRate() >= failureRateThreshold || tally.slowCallRate() >= slowCallRateThreshold;
    }

    OpeningRule withWindow(WindowSize value) {
        return new OpeningRule(
                name, value, minimumCallsOrDefault, failureRateThreshold, slowCallDuration, slowCallRateThreshold);
    }

    OpeningRule withMinimumCalls(int value) {
        return new OpeningRule(name, window, value, failureRateThreshold, slowCallDuration, slowCallRateThreshold);
    }

    OpeningRule withFailureRateThreshold(double value) {
        return new OpeningRule(name, window, minimumCallsOrDefault, value, slowCallDuration, slowCallRateThreshold);
    }

    OpeningRule withSlowCallDuration(Duration value) {
        return new OpeningRule(name, window, minimumCallsOrDefault, failureRateThreshold, value, slowCallRateThreshold);
    }

    OpeningRule withSlowCallRateThreshold(double value) {
        return new OpeningRule(name, window, minimumCallsOrDefault, failureRateThreshold, slowCallDuration, value);
    }
}
