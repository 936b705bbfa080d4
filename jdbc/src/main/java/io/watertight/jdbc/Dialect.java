// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import io.watertight.jdbc.ServerLimits.Limit;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What servers differ in: how a session is given a statement timeout, and how many connections they allow. */
enum Dialect {
    /** See PostgreSQL's documentation, chapter "Server Configuration", and the catalogs pg_roles and pg_database. */
    POSTGRESQL("SET statement_timeout = %s") {
        @Override
        ServerLimits limits(Connection connection, String server) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("""
                            SELECT current_setting('max_connections')::int,
                                   current_setting('superuser_reserved_connections')::int,
                                   coalesce(current_setting('reserved_connections', true), '0')::int,
                                   rolname, rolconnlimit, datname, datconnlimit
                            FROM pg_roles, pg_database
                            WHERE rolname = session_user AND datname = current_database()""")) {
                row.next();
                int max = row.getInt(1);
                int usable = max - row.getInt(2) - row.getInt(3);
                List<Limit> limits = new ArrayList<>();
                limits.add(new Limit(usable, "max_connections " + max));
                String role = connectionLimit(limits, row.getInt(5), "role '" + row.getString(4) + "'");
                String database = connectionLimit(limits, row.getInt(7), "database '" + row.getString(6) + "'");
                String explanation = "max_connections " + max + " - superuser_reserved_connections " + row.getInt(2)
                        + " - reserved_connections " + row.getInt(3) + " = " + usable + "; " + role + "; " + database;
                return new ServerLimits(server, limits, explanation);
            }
        }

        private static String connectionLimit(List<Limit> limits, int limit, String of) {
            if (limit < 0) {
                return "no CONNECTION LIMIT of " + of;
            }
            String named = "CONNECTION LIMIT " + limit + " of " + of;
            limits.add(new Limit(limit, named));
            return named;
        }
    },

    /** Ends SELECT only; one connection beyond max_connections is the administrator's. */
    MYSQL("SET SESSION max_execution_time = %s") {
        @Override
        ServerLimits limits(Connection connection, String server) throws SQLException {
            return maxConnections(connection, server);
        }
    },

    /** Takes seconds. */
    MARIADB("SET SESSION max_statement_time = %s") {
        @Override
        String value(long millis) {
            return BigDecimal.valueOf(millis, 3).toPlainString();
        }

        @Override
        ServerLimits limits(Connection connection, String server) throws SQLException {
            return maxConnections(connection, server);
        }
    },

    /** Within the process, or a server without a limit. */
    H2("SET QUERY_TIMEOUT %s") {
        @Override
        ServerLimits limits(Connection connection, String server) {
            return new ServerLimits(server, List.of(), "no limit");
        }
    },

    UNKNOWN(null) {
        @Override
        @Nullable
        ServerLimits limits(Connection connection, String server) {
            return null;
        }
    };

    private final @Nullable String timeoutSql;

    Dialect(@Nullable String timeoutSql) {
        this.timeoutSql = timeoutSql;
    }

    static Dialect of(DatabaseMetaData metadata) throws SQLException {
        String version = metadata.getDatabaseProductVersion();
        return switch (metadata.getDatabaseProductName()) {
            case "PostgreSQL" -> POSTGRESQL;
            case "MySQL" -> version != null && version.contains("MariaDB") ? MARIADB : MYSQL;
            case "MariaDB" -> MARIADB;
            case "H2" -> H2;
            case null, default -> UNKNOWN;
        };
    }

    /** What sets the statement timeout of a session; empty where we do not know how. */
    Optional<String> timeoutSql(Duration timeout) {
        long millis = timeout.plusNanos(999_999).toMillis();
        return Optional.ofNullable(timeoutSql).map(sql -> sql.formatted(value(millis)));
    }

    /** In the unit of the setting. */
    String value(long millis) {
        return String.valueOf(millis);
    }

    /** What the server allows the user of this connection, or null where we do not know how to ask. */
    abstract @Nullable ServerLimits limits(Connection connection, String server) throws SQLException;

    private static ServerLimits maxConnections(Connection connection, String server) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@max_connections, @@max_user_connections")) {
            row.next();
            int max = row.getInt(1);
            int perUser = row.getInt(2);
            List<Limit> limits = new ArrayList<>(List.of(new Limit(max, "max_connections " + max)));
            if (perUser > 0) {
                limits.add(new Limit(perUser, "max_user_connections " + perUser));
            }
            return new ServerLimits(
                    server,
                    limits,
                    "max_connections " + max + "; max_user_connections " + (perUser > 0 ? perUser : "not set"));
        }
    }
}
