// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How far a window looks back: over so much time, or, where that is null, over so many calls. */
record WindowSize(int calls, @Nullable Duration time) {
    private static final int DEFAULT_MINIMUM_CALLS = 20;

    /** The default of the minimum calls, which a smaller window of calls takes down with it. */
    int defaultMinimumCalls() {
        return time == null ? Math.min(DEFAULT_MINIMUM_CALLS, calls) : DEFAULT_MINIMUM_CALLS;
    }

    Window open() {
        return time == null ? new CountWindow(calls) : new TimeWindow(NANOSECONDS.convert(time));
    }

    @Override
    public String toString() {
        return time == null ? calls + " calls" : time.toString();
    }
}
