// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import io.watertight.CallRejectedException;
import java.io.Serial;

/** Says that a thread-pool bulkhead was closed before a call could start: its operation was never touched. */
public final class BulkheadClosedException extends CallRejectedException {
    @Serial
    private static final long serialVersionUID = 1L;

    BulkheadClosedException(String name, boolean stackTrace) {
        super(name, "Bulkhead '" + name + "' is closed: it admits no more calls", stackTrace);
    }
}
