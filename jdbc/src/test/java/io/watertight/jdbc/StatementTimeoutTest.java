// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.contract.TestThreads;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A statement timeout is the server's, so the query ends there, and nothing that the user configured takes it away. */
class StatementTimeoutTest {

    @Test
    void theServerEndsAHungQuery() throws SQLException {
        String url = Postgres.url();
        var threads = new TestThreads(Thread.ofPlatform().daemon().factory());
        var reports = PartitionSettings.of("reports", 1).withStatementTimeout(Duration.ofSeconds(1));
        try (PartitionedDatabase database = Partitions.of(url).with(reports).open();
                Connection connection = database.partition("reports").getConnection();
                Statement statement = connection.createStatement()) {
            var hung = threads.start(() -> statement.execute("SELECT pg_sleep(60)"));
            eventually("the query runs", () -> Unchecked.get(() -> Postgres.running(url, "pg_sleep")) == 1);
            assertThat(hung.failure())
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getSQLState())
                                    .as("query_canceled")
                                    .isEqualTo("57014"));
            assertThat(Postgres.running(url, "pg_sleep")).isZero();
            assertThat(Postgres.sessions(url)).as("the session itself lives on").isEqualTo(1);
        }
    }

    /** The limit of the handshake is no limit of what follows. */
    @Test
    void aLongQueryOutlivesTheConnectionTimeout() throws SQLException {
        var reports = PartitionSettings.of("reports", 1).withHikari(pool -> pool.setConnectionTimeout(1000));
        try (PartitionedDatabase database =
                        Partitions.of(Postgres.url()).with(reports).open();
                Connection connection = database.partition("reports").getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(connection.getNetworkTimeout()).isZero();
            assertThat(statement.execute("SELECT pg_sleep(1.5)")).isTrue();
        }
    }

    @Test
    void aDataSourceInPlaceOfAUrlWillDo() throws SQLException {
        var source = new PGSimpleDataSource();
        source.setURL(Postgres.url());
        var reports = PartitionSettings.of("reports", 1).withStatementTimeout(Duration.ofSeconds(7));
        try (PartitionedDatabase database = Partitions.of(source).with(reports).open()) {
            assertThat(show(database.partition("reports"), "statement_timeout")).isEqualTo("7s");
        }
    }

    /** With {@code autoCommit} off a rollback takes back what an init statement had set. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void theUsersInitSqlAndRollbacksLeaveItAlone(boolean autoCommit) throws SQLException {
        var reports = PartitionSettings.of("reports", 1)
                .withStatementTimeout(Duration.ofNanos(1_000_000_001))
                .withHikari(pool -> pool.setAutoCommit(autoCommit))
                .withHikariProperty("connection-init-sql", "SET search_path TO pg_catalog");
        try (PartitionedDatabase database =
                Partitions.of(Postgres.url()).with(reports).open()) {
            Partition partition = database.partition("reports");
            try (Connection connection = partition.getConnection()) {
                if (!autoCommit) {
                    connection.rollback();
                }
            }
            assertThat(show(partition, "statement_timeout")).as("rounded up").isEqualTo("1001ms");
            if (autoCommit) {
                assertThat(show(partition, "search_path")).isEqualTo("pg_catalog");
            }
        }
    }

    private static String show(Partition partition, String setting) throws SQLException {
        try (Connection connection = partition.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + setting)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void eachPartitionHasItsOwn() throws SQLException {
        try (PartitionedDatabase database = Partitions.of(Postgres.url())
                .with("oltp", 1)
                .with(PartitionSettings.of("reports", 1).withStatementTimeout(Duration.ofMinutes(2)))
                .open()) {
            assertThat(show(database.partition("oltp"), "statement_timeout")).isEqualTo("0");
            assertThat(show(database.partition("reports"), "statement_timeout")).isEqualTo("2min");
            assertThat(database.partition("reports").statementTimeout()).contains(Duration.ofMinutes(2));
        }
    }

    @Test
    void h2EndsAHungQuery() throws SQLException {
        var reports = PartitionSettings.of("reports", 1).withStatementTimeout(Duration.ofMillis(100));
        try (PartitionedDatabase database =
                        Partitions.of("jdbc:h2:mem:timeout").with(reports).open();
                Connection connection = database.partition("reports").getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT sum(x * x) FROM system_range(1, 100000000000)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("timed out");
        }
    }

    @Test
    void aDatabaseThatCannotBeToldIsRefusedWithTheRemedy() throws SQLException {
        var reports = PartitionSettings.of("reports", 1).withStatementTimeout(Duration.ofSeconds(30));
        Partitions partitions = Partitions.of("jdbc:hsqldb:mem:unknown").with(reports);
        assertThatThrownBy(partitions::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PT30S of partition 'reports' cannot be sent to HSQL Database Engine")
                .hasMessageContaining("connectionInitSql");
        try (Connection alone = DriverManager.getConnection("jdbc:hsqldb:mem:unknown");
                Statement statement = alone.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM information_schema.system_sessions")) {
            row.next();
            assertThat(row.getInt(1)).as("nothing was left open").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, SET statement_timeout = 1501",
        "MYSQL, SET SESSION max_execution_time = 1501",
        "MARIADB, SET SESSION max_statement_time = 1.501",
        "H2, SET QUERY_TIMEOUT 1501",
        "UNKNOWN,"
    })
    void eachServerIsToldInItsOwnWords(Dialect dialect, @Nullable String sql) {
        assertThat(dialect.timeoutSql(Duration.ofNanos(1_500_000_001)).orElse(null))
                .isEqualTo(sql);
    }
}
