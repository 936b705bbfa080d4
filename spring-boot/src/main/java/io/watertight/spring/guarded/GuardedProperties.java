// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import org.jspecify.annotations.Nullable;

/**
 * What happens with the annotation {@link Guarded} where it does nothing, under {@code watertight.guarded}.
 *
 * @param ineffective what to do with an annotation that is certainly bypassed; {@code error} by default. Doubtful ones are
 *     warnings unless it is {@code off}
 */
public record GuardedProperties(@Nullable Ineffective ineffective) {
    static final String INEFFECTIVE = "watertight.guarded.ineffective";

    /** What to do with annotations that certainly do nothing. */
    public enum Ineffective {
        /** The application does not start. The default. */
        ERROR,
        /** They are logged as warnings, and calls go on without a guard. */
        WARN,
        /** Nothing is said of them. */
        OFF
    }
}
