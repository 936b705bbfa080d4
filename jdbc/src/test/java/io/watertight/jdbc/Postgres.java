// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL for all tests of the JVM; each takes an application name of its own to tell its sessions. */
final class Postgres {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Postgres() {}

    /** Started on first use, stopped by its own shutdown hook. */
    private static final class Shared {
        private static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "100")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A URL for one test. */
    static String url() {
        return Shared.SERVER.getJdbcUrl("postgres", "postgres") + "&ApplicationName=test" + NUMBER.incrementAndGet();
    }

    /** The same without a user. */
    static String urlWithoutUser() {
        return url().replace("user=postgres&", "");
    }

    static String applicationName(String url) {
        return url.substring(url.lastIndexOf('=') + 1);
    }

    /** Sessions of this URL that the server knows. */
    static int sessions(String url) throws SQLException {
        return number("SELECT count(*) FROM pg_stat_activity WHERE application_name = '" + applicationName(url) + "'");
    }

    /** Sessions of this URL that run a statement with this text. */
    static int running(String url, String text) throws SQLException {
        return number("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND application_name = '"
                + applicationName(url) + "' AND query LIKE '%" + text + "%'");
    }

    static int number(String query) throws SQLException {
        try (Connection connection = admin();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }

    static void execute(String... statements) throws SQLException {
        try (Connection connection = admin();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static Connection admin() throws SQLException {
        return DriverManager.getConnection(Shared.SERVER.getJdbcUrl("postgres", "postgres"));
    }
}
