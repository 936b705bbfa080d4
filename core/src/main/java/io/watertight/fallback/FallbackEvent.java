// SPDX-License-Identifier: Apache-2.0
package io.watertight.fallback;

import java.time.Instant;

/**
 * What a fallback did about a failed call. A call that succeeded, or whose failure the fallback leaves alone, fires
 * nothing.
 */
public sealed interface FallbackEvent {
    /**
     * Returns when it happened, by the fallback's clock.
     *
     * @return the time
     */
    Instant timestamp();

    /**
     * Returns the name of the policies that the fallback is around.
     *
     * @return the name; {@code fallback} where there are none
     */
    String name();

    /**
     * Returns what the fallback was asked for.
     *
     * @return what the call failed with
     */
    Throwable cause();

    /**
     * The fallback answered in place of the call.
     *
     * @param timestamp when the answer was there
     * @param name the policies
     * @param cause what the call failed with
     */
    record Answered(Instant timestamp, String name, Throwable cause) implements FallbackEvent {}

    /**
     * The fallback failed too.
     *
     * @param timestamp when it failed
     * @param name the policies
     * @param cause what the call failed with
     * @param failure what the fallback failed with, and the caller gets
     */
    record Failed(Instant timestamp, String name, Throwable cause, Throwable failure) implements FallbackEvent {}
}
