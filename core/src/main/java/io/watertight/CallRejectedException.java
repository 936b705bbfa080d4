// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Says that a policy did not let a call start: the operation was never touched, so trying again, or elsewhere, is safe.
 *
 * <p>A rejection is not a failure of the dependency. Nothing that judges the dependency's health should count it.
 */
public class CallRejectedException extends ResilientException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** The policy. */
    private final String name;

    /**
     * A rejection by the policy of that name.
     *
     * @param name the name of the policy
     * @param message what happened, or null where {@link #getMessage()} is overridden
     * @param writableStackTrace false leaves the stack trace out
     */
    protected CallRejectedException(String name, @Nullable String message, boolean writableStackTrace) {
        super(message, writableStackTrace);
        this.name = name;
    }

    /**
     * Returns the name of the policy that rejected the call.
     *
     * @return the name
     */
    public final String name() {
        return name;
    }
}
