// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import io.watertight.bulkhead.BulkheadFullException;
import java.io.Serial;
import java.sql.SQLTransientConnectionException;

/**
 * "Full" in JDBC's words. As cheap as its cause: the message is built when it is asked for, and there is a stack trace
 * only where the cause has one.
 */
final class PartitionFullException extends SQLTransientConnectionException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** SQL client unable to establish SQL connection (ISO/IEC 9075-2, class 08, subclass 001). */
    private static final String UNABLE_TO_CONNECT = "08001";

    /** Idle connections of the pool at the rejection. */
    private final int idle;

    /** Open connections of the pool at the rejection. */
    private final int open;

    PartitionFullException(BulkheadFullException full, int idle, int open) {
        super(null, UNABLE_TO_CONNECT, full);
        this.idle = idle;
        this.open = open;
        if (full.getStackTrace().length > 0) {
            setStackTrace(full.getStackTrace());
        }
    }

    @Override
    public String getMessage() {
        Throwable full = getCause();
        return (full == null ? "Partition is full" : full.getMessage()) + "; its pool: " + idle + " idle of " + open
                + " open connections";
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
