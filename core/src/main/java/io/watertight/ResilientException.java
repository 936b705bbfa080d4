// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The root of everything that a policy itself throws at run time.
 *
 * <p>A plain {@code ResilientException} says that the call was cut short, for instance because the caller was
 * interrupted while it waited; the subclasses say what else a policy can answer. What an operation throws is never
 * wrapped in one.
 */
public class ResilientException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * A failure of the call, not of the operation.
     *
     * @param message what happened, with the numbers
     * @param cause what cut the call short, or null
     */
    public ResilientException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * For subclasses that build their message when it is asked for, or do without a stack trace.
     *
     * @param message what happened, or null where {@link #getMessage()} is overridden
     * @param writableStackTrace false leaves the stack trace out, which is most of an exception's cost
     */
    protected ResilientException(@Nullable String message, boolean writableStackTrace) {
        super(message, null, true, writableStackTrace);
    }
}
