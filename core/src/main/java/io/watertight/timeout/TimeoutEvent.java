// SPDX-License-Identifier: Apache-2.0
package io.watertight.timeout;

import java.time.Duration;
import java.time.Instant;

/**
 * How a call under a {@link Timeout} ended.
 *
 * <p>Every call fires {@link Finished} or {@link Exceeded}, and one that was abandoned later {@link Straggled}.
 */
public sealed interface TimeoutEvent {
    /**
     * Returns when it happened, by the timeout's clock.
     *
     * @return the time
     */
    Instant timestamp();

    /**
     * Returns the name of the timeout.
     *
     * @return the name
     */
    String name();

    /**
     * The operation ended within its limit, with a result or a failure of its own.
     *
     * @param timestamp when
     * @param name the timeout
     * @param elapsed how long the operation took
     */
    record Finished(Instant timestamp, String name, Duration elapsed) implements TimeoutEvent {}

    /**
     * The call failed because the operation ran into its limit.
     *
     * @param timestamp when the call failed
     * @param name the timeout
     * @param timeout the limit
     * @param elapsed how long the call took; more than the limit by what the operation needed to react, where the
     *     timeout waits for it
     */
    record Exceeded(Instant timestamp, String name, Duration timeout, Duration elapsed) implements TimeoutEvent {}

    /**
     * An operation that was abandoned at its limit has really ended.
     *
     * @param timestamp when it ended
     * @param name the timeout
     * @param timeout the limit
     * @param elapsed how long the operation ran in all
     */
    record Straggled(Instant timestamp, String name, Duration timeout, Duration elapsed) implements TimeoutEvent {}
}
