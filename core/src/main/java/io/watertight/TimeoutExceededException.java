// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import java.io.Serial;
import java.time.Duration;

/**
 * Says that an operation ran into its time limit.
 *
 * <p>This is not a {@link CallRejectedException}: the operation may have been started and have had its effect.
 */
public final class TimeoutExceededException extends ResilientException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** The policy. */
    private final String name;

    /** The limit. */
    private final Duration timeout;

    /**
     * A call that the policy of that name ended at its limit.
     *
     * @param name the name of the policy that set the limit
     * @param timeout the limit
     */
    public TimeoutExceededException(String name, Duration timeout) {
        super("Call of '" + name + "' exceeded its timeout of " + timeout, null);
        this.name = name;
        this.timeout = timeout;
    }

    /**
     * Returns the name of the policy that set the limit.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the limit that was exceeded.
     *
     * @return the limit as it was configured
     */
    public Duration timeout() {
        return timeout;
    }
}
