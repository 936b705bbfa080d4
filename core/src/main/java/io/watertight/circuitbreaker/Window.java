// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;
import org.jspecify.annotations.Nullable;

/** The latest outcomes; safe for use by any number of threads, without a lock. */
interface Window {
    /**
     * Counts an outcome that is not ignored.
     *
     * @param now the elapsed time, where the window needs it
     * @return what the window now holds, or null where it cannot have become worse
     */
    @Nullable
    Tally add(Outcome outcome, long now);

    /** Returns what the window held after the latest outcome. Best effort under concurrency. */
    Tally tally();
}
