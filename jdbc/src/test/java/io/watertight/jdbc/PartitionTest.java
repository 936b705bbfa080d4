// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallRejectedException;
import io.watertight.ResilientException;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.BulkheadFullException.Reason;
import io.watertight.contract.Setup;
import io.watertight.contract.TestThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What {@code getConnection()} throws, and that none of it costs a permit. */
@SuppressWarnings("NullAway.Init") // each test opens its own
class PartitionTest {
    private final TestThreads threads =
            new TestThreads(Thread.ofPlatform().daemon().factory());
    private PartitionedDatabase database;
    private Partition partition;

    private void open(int size, UnaryOperator<PartitionSettings> options) {
        open(Partitions.of("jdbc:h2:mem:partition"), size, options);
    }

    private void open(Partitions partitions, int size, UnaryOperator<PartitionSettings> options) {
        database = partitions
                .with(options.apply(PartitionSettings.of("reports", size)))
                .open();
        partition = database.partition("reports");
    }

    @AfterEach
    void nothingWasLost() {
        threads.close();
        assertThat(partition.activeCalls()).isZero();
        assertThat(partition.waitingCalls()).isZero();
        database.close();
    }

    private List<Connection> takeAll() {
        // On a thread of its own: for the one that asks, the partition is full, not its own.
        return threads.start(() -> {
                    List<Connection> all = new ArrayList<>();
                    for (int i = 0; i < partition.size(); i++) {
                        all.add(partition.getConnection());
                    }
                    return all;
                })
                .result();
    }

    private static void close(List<Connection> connections) throws SQLException {
        for (Connection connection : connections) {
            connection.close();
        }
    }

    @Test
    void fullIsTransientAndSaysWhy() throws SQLException {
        open(2, settings -> settings.withMaxWait(Duration.ofMillis(20)));
        List<Connection> all = takeAll();
        assertThatThrownBy(partition::getConnection)
                .isInstanceOfSatisfying(SQLTransientConnectionException.class, full -> {
                    assertThat(full.getSQLState()).isEqualTo("08001");
                    assertThat(full.getMessage())
                            .matches("Bulkhead 'reports' is full: 2 of 2 active, 0 waiting, waited PT\\S+ of max wait"
                                    + " PT0\\.02S; its pool: 0 idle of 2 open connections");
                    assertThat(full.getStackTrace()).isEmpty();
                    assertThat(full.getCause()).isInstanceOfSatisfying(BulkheadFullException.class, cause -> {
                        assertThat(cause.name()).isEqualTo("reports");
                        assertThat(cause.maxConcurrentCalls()).isEqualTo(2);
                        assertThat(cause.maxWait()).isEqualTo(Duration.ofMillis(20));
                        assertThat(cause.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
                        assertThat(cause.reason()).isEqualTo(Reason.WAIT_EXPIRED);
                    });
                });
        close(all);
    }

    @Test
    void stackTracesAreThereOnRequest() throws SQLException {
        open(1, settings -> settings.withMaxWait(Duration.ZERO).withBulkhead(own -> own.withStackTraces(true)));
        List<Connection> all = takeAll();
        assertThatThrownBy(partition::getConnection)
                .isInstanceOfSatisfying(
                        SQLTransientConnectionException.class,
                        full -> assertThat(full.getStackTrace()).isNotEmpty());
        close(all);
    }

    @Test
    void theDefaultMaxWaitIsASecond() {
        open(1, settings -> settings);
        assertThat(partition.maxWait()).isEqualTo(Duration.ofSeconds(1));
        assertThat(partition.pool().getConnectionTimeout()).isEqualTo(5_000);
        assertThat(partition).hasToString("Partition[reports: 0 of 1 active, 0 waiting, max wait PT1S]");
    }

    @Test
    void anInterruptedWaiterIsToldSo() throws SQLException {
        open(1, settings -> settings.withMaxWait(Setup.LONG));
        List<Connection> all = takeAll();
        var waiter = threads.start(() -> {
            assertThatThrownBy(partition::getConnection).isInstanceOfSatisfying(SQLException.class, e -> {
                assertThat(e.getClass()).isEqualTo(SQLException.class);
                assertThat(e.getSQLState()).isEqualTo("HY008");
                assertThat(e.getCause())
                        .isInstanceOf(ResilientException.class)
                        .isNotInstanceOf(CallRejectedException.class)
                        .hasCauseInstanceOf(InterruptedException.class);
            });
            return Thread.currentThread().isInterrupted();
        });
        eventually("it waits", () -> partition.waitingCalls() == 1);
        waiter.thread().interrupt();
        assertThat(waiter.result()).isTrue();
        close(all);
    }

    /** The permit was granted, but the pool has no connection to give. */
    @Test
    void aServerThatTakesNoMoreConnectionsCostsNoPermit() throws SQLException {
        Postgres.execute("CREATE ROLE guest LOGIN");
        try {
            open(
                    Partitions.of(Postgres.urlWithoutUser()).withUsername("guest"),
                    2,
                    settings -> settings.withHikariProperty("connection-timeout", "250ms"));
            Postgres.execute("ALTER ROLE guest NOLOGIN");
            partition.pool().getHikariPoolMXBean().softEvictConnections();
            for (int i = 0; i < 4; i++) {
                assertThatThrownBy(partition::getConnection)
                        .isInstanceOf(SQLTransientConnectionException.class)
                        .isNotInstanceOf(PartitionFullException.class);
                assertThat(partition.activeCalls()).isZero();
            }
            Postgres.execute("ALTER ROLE guest LOGIN");
            eventually("it takes them again", this::connects);
        } finally {
            database.close();
            Postgres.execute("DROP ROLE guest");
        }
    }

    private boolean connects() {
        try (Connection connection = partition.getConnection()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    @Test
    void aClosedPartitionSaysSo() throws SQLException {
        open(1, settings -> settings.withMaxWait(Setup.LONG));
        List<Connection> all = takeAll();
        var waiter = threads.start(partition::getConnection);
        eventually("it waits", () -> partition.waitingCalls() == 1);
        database.close();
        database.close();
        assertThatThrownBy(partition::getConnection)
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessage("Partition 'reports' is closed");
        assertThat(partition.activeCalls())
                .as("still in the hands of its caller")
                .isEqualTo(1);
        close(all);
        assertThat(waiter.failure())
                .isInstanceOf(SQLNonTransientConnectionException.class)
                .hasMessage("Partition 'reports' is closed");
    }

    @Test
    void eachPartitionIsItsOwnCompartment() throws SQLException {
        open(Partitions.of("jdbc:h2:mem:two").with("oltp", 1), 1, settings -> settings.withMaxWait(Duration.ZERO));
        Partition oltp = database.partition("oltp");
        try (Connection report = partition.getConnection();
                Connection quick = oltp.getConnection()) {
            assertThat(report.isValid(1) && quick.isValid(1)).isTrue();
            assertThat(partition.activeCalls()).isEqualTo(1);
            assertThat(oltp.activeCalls()).isEqualTo(1);
        }
        assertThat(database.partitions()).containsExactly(oltp, partition);
        assertThatThrownBy(() -> database.partition("olap"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no partition 'olap', but oltp, reports");
    }

    @Test
    void aPoolHasOneUser() {
        open(1, settings -> settings);
        assertThatThrownBy(() -> partition.getConnection("other", "secret"))
                .isInstanceOf(SQLFeatureNotSupportedException.class)
                .hasMessageContaining("make other Partitions");
    }

    @Test
    void aDataSourceWithoutALoginTimeoutWillDo() throws SQLException {
        var source = new PGSimpleDataSource() {
            private static final long serialVersionUID = 1L;

            @Override
            public void setLoginTimeout(int seconds) {
                throw new UnsupportedOperationException();
            }
        };
        source.setURL(Postgres.url());
        open(Partitions.of(source), 1, settings -> settings);
        try (Connection connection = partition.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    @Test
    void openedTwiceTheyShareNothing() throws SQLException {
        Partitions shop = Partitions.of("jdbc:h2:mem:twice")
                .with(PartitionSettings.of("reports", 1).withMaxWait(Duration.ZERO));
        database = shop.open();
        partition = database.partition("reports");
        try (PartitionedDatabase second = shop.open();
                Connection one = partition.getConnection();
                Connection other = second.partition("reports").getConnection()) {
            assertThat(one.isValid(1) && other.isValid(1)).isTrue();
        }
    }
}
