// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.Operation;
import io.watertight.bulkhead.BulkheadFullException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A query, on a connection of the pool that all share or of its own partition.
 *
 * @param connections where its connection comes from
 * @param sql what is sent
 * @param held the connections that this query holds
 * @param busy those that any query holds
 */
record QueryCall(DataSource connections, String sql, Gauge held, Gauge busy)
        implements Operation<Boolean, IOException> {
    /** False where there was no connection in time, or the query failed; a full partition throws. */
    @Override
    public Boolean call() {
        try (Connection connection = connections.getConnection()) {
            busy.enter();
            held.enter();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.execute();
                return true;
            } finally {
                held.leave();
                busy.leave();
            }
        } catch (SQLException e) {
            if (e.getCause() instanceof BulkheadFullException full) {
                throw full;
            }
            return false;
        }
    }
}
