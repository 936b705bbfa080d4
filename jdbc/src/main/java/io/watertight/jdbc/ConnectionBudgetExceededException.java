// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.io.Serial;

/**
 * Says that the pools of all instances together could open more connections than the server allows, so nothing was
 * opened. The message shows the arithmetic and where the limit comes from.
 */
public final class ConnectionBudgetExceededException extends IllegalStateException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** What the pools and the reserve add up to. */
    private final long needed;

    /** What the server leaves. */
    private final int usable;

    ConnectionBudgetExceededException(String message, long needed, int usable) {
        super(message);
        this.needed = needed;
        this.usable = usable;
    }

    /**
     * Returns what was asked for.
     *
     * @return instances × the sum of the pools + the reserve
     */
    public long needed() {
        return needed;
    }

    /**
     * Returns what there is.
     *
     * @return connections that the tightest limit leaves
     */
    public int usable() {
        return usable;
    }
}
