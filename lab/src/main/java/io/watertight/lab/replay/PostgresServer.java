// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.ScenarioException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;

/**
 * A PostgreSQL that lives as long as a replay: reachable from this machine alone, its data in a temporary directory of its
 * own. Closing it, a failure while it starts and the end of the JVM (a Ctrl-C included) stop the process and remove the
 * directory.
 */
final class PostgresServer implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(1);
    private static final String SUPERUSER = "postgres";

    private final EmbeddedPostgres server;
    private final PostgresRemains remains;

    private PostgresServer(EmbeddedPostgres server, PostgresRemains remains) {
        this.server = server;
        this.remains = remains;
    }

    /** Takes some seconds, the first time on a machine a few more, to unpack it. */
    static PostgresServer start() throws InterruptedException {
        requireBinaries();
        PostgresRemains remains = PostgresRemains.of(newDirectory());
        PostgresServer started;
        try {
            started = new PostgresServer(
                    EmbeddedPostgres.builder()
                            .setDataDirectory(remains.directory())
                            .setPGStartupWait(LONGEST_START)
                            // A client that has gone ends its statement, so that one variant leaves nothing to the
                            // next.
                            .setServerConfig("client_connection_check_interval", "100")
                            .start(),
                    remains);
        } catch (IOException | RuntimeException e) {
            remains.clear();
            throw new IllegalStateException(
                    "PostgreSQL did not start in " + remains.directory() + " (" + e.getMessage()
                            + "); check the space in the temporary directory, and that it may run programs",
                    e);
        } finally {
            remains.settled();
        }
        if (Thread.interrupted()) { // the start may have been cut short
            started.close();
            throw new InterruptedException();
        }
        return started;
    }

    private static void requireBinaries() {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!system.toLowerCase(Locale.ROOT).matches("linux (amd64|x86_64)")) {
            throw new ScenarioException("this scenario starts a PostgreSQL of its own, which comes for Linux on x86-64"
                    + " alone, and this is " + system + "; run it there, or in a container of that platform");
        }
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory(
                    "watertight-postgres-" + ProcessHandle.current().pid() + "-");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary directory can be made for PostgreSQL", e);
        }
    }

    /** Creates an empty database and returns its URL. */
    String create(String database) {
        try (Connection connection = DriverManager.getConnection(server.getJdbcUrl(SUPERUSER, SUPERUSER));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(database, true));
            return server.getJdbcUrl(SUPERUSER, database);
        } catch (SQLException e) {
            throw new IllegalStateException("database " + database + " cannot be created: " + e.getMessage(), e);
        }
    }

    /** Stopping waits for a process, which an interrupt would cut short. */
    @Override
    public void close() {
        Quietly.uninterrupted(this::stop);
    }

    private void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL cannot be stopped", e);
        } finally {
            remains.clear();
        }
    }
}
