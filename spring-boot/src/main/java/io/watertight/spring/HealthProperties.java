// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import org.jspecify.annotations.Nullable;

/**
 * How the bulkheads appear in the health of the application.
 *
 * @param statusWhenSaturated the status while a bulkhead has no permit free; up by default, so that a slow dependency
 *     does not take the instance down with it
 */
public record HealthProperties(@Nullable Saturated statusWhenSaturated) {
    /** What saturation does to the health of the application. */
    public enum Saturated {
        /** Nothing: it is a detail. */
        UP,
        /** The instance asks for no more requests. */
        OUT_OF_SERVICE,
        /** The instance is reported as broken. */
        DOWN
    }
}
