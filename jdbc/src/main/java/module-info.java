// SPDX-License-Identifier: Apache-2.0

/** The connection-pool bulkhead: partitions of a database, each with its own pool, within one connection budget. */
module io.watertight.jdbc {
    requires transitive com.zaxxer.hikari;
    requires transitive io.watertight;
    requires transitive java.sql;
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;

    uses java.sql.Driver;

    exports io.watertight.jdbc;
}
