// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What one connection to a server told of it.
 *
 * @param dialect its kind
 * @param product name and version
 * @param limits what it allows, or null where it cannot be asked
 * @param refusal why it could not be asked although we know how, or null
 */
record Server(
        Dialect dialect,
        String product,
        @Nullable ServerLimits limits,
        @Nullable SQLException refusal) {

    static Server ask(Connection connection) throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        Dialect dialect = Dialect.of(metadata);
        String product = metadata.getDatabaseProductName() + " " + metadata.getDatabaseProductVersion();
        try {
            return new Server(dialect, product, dialect.limits(connection, product), null);
        } catch (SQLException refusal) { // a product that speaks the protocol of another
            return new Server(dialect, product, null, refusal);
        }
    }
}
