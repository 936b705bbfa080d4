// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static io.watertight.contract.TestThreads.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.watertight.bulkhead.BulkheadEvent.Finished;
import io.watertight.contract.TestThreads;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** The permit is held from {@code getConnection()} until the connection is back, whichever way it ends; on PostgreSQL. */
class LeaseTest {
    private static final int SIZE = 2;

    private final List<Integer> busyWhenReleased = new CopyOnWriteArrayList<>();
    private PartitionedDatabase database;
    private Partition partition;
    private TestThreads threads;

    @BeforeEach
    void open() {
        threads = new TestThreads(Thread.ofPlatform().daemon().factory());
        database = Partitions.of(Postgres.url())
                .with(PartitionSettings.of("lease", SIZE)
                        .withListener(
                                Finished.class,
                                finished -> busyWhenReleased.add(
                                        pool().getHikariPoolMXBean().getActiveConnections())))
                .open();
        partition = database.partition("lease");
    }

    @AfterEach
    void nothingWasLost() throws SQLException {
        threads.close();
        assertThat(partition.activeCalls()).isZero();
        Connection[] all = new Connection[SIZE];
        for (int i = 0; i < SIZE; i++) {
            all[i] = partition.getConnection();
        }
        assertThat(partition.activeCalls()).isEqualTo(SIZE);
        for (Connection one : all) {
            one.close();
        }
        assertThat(partition.activeCalls()).isZero();
        assertThat(partition.holdings().heldBy(Thread.currentThread())).isZero();
        database.close();
    }

    private HikariDataSource pool() {
        return partition.pool();
    }

    /** Peer fault 29: the permit ends when the connection is closed, not before, and not after. */
    @Test
    void thePermitEndsWhenTheConnectionIsClosed() throws SQLException {
        Connection connection = partition.getConnection();
        assertThat(partition.activeCalls()).isEqualTo(1);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            assertThat(rows.next()).isTrue();
        }
        assertThat(partition.activeCalls()).as("still open").isEqualTo(1);
        connection.close();
        assertThat(partition.activeCalls()).isZero();
        assertThat(busyWhenReleased).as("the pool has it back by then").containsExactly(0);
    }

    @Test
    void aConnectionClosedTwiceReturnsOnePermit() throws SQLException {
        Connection first = partition.getConnection();
        try (Connection second = partition.getConnection()) {
            first.close();
            first.close();
            assertThat(first.isClosed()).isTrue();
            assertThat(first.isValid(1)).isFalse();
            assertThat(second.isClosed()).isFalse();
            assertThat(partition.activeCalls()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionClosedByManyThreadsAtOnceReturnsOnePermit() throws Exception {
        for (int round = 0; round < 200; round++) {
            Connection connection = partition.getConnection();
            try (Connection other = partition.getConnection()) {
                var barrier = new CyclicBarrier(3);
                var closers = List.of(
                        threads.start(() -> closeAt(barrier, connection)),
                        threads.start(() -> closeAt(barrier, connection)),
                        threads.start(() -> closeAt(barrier, connection)));
                closers.forEach(closer -> assertThat(closer.result()).isTrue());
                assertThat(partition.activeCalls()).isEqualTo(1);
                assertThat(other.isClosed()).isFalse();
            }
        }
    }

    private static boolean closeAt(CyclicBarrier barrier, Connection connection) throws Exception {
        barrier.await();
        connection.close();
        // One thread closes, the others return at once: wait for the one.
        eventually("closed", () -> isClosed(connection));
        return true;
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anAbortedConnectionNeedsNoClose() throws SQLException {
        Connection connection = partition.getConnection();
        connection.abort(Runnable::run);
        assertThat(partition.activeCalls()).isZero();
        assertThat(connection.isClosed()).isTrue();
        assertThat(pool().getHikariPoolMXBean().getActiveConnections()).isZero();
        connection.abort(Runnable::run);
        connection.close();
        assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
    }

    @Test
    void anAbortThatIsRefusedLeavesTheConnectionOpen() throws SQLException {
        Connection connection = partition.getConnection();
        assertThatThrownBy(() -> connection.abort(null)).isInstanceOf(SQLException.class);
        assertThat(partition.activeCalls()).isEqualTo(1);
        assertThat(connection.isClosed()).isFalse();
        connection.close();
    }

    @Test
    void abortingFromAnotherThreadEndsTheQueryAndThePermit() throws SQLException {
        Connection connection = partition.getConnection();
        var hung = threads.start(() -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("SELECT pg_sleep(60)");
            }
        });
        String busy =
                "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep(60)'";
        eventually("the query runs", () -> Unchecked.get(() -> Postgres.number(busy)) == 1);
        connection.abort(Runnable::run);
        assertThat(hung.failure()).isInstanceOf(SQLException.class);
        assertThat(partition.activeCalls()).isZero();
        Postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'");
    }

    @Test
    void aConnectionEvictedWhileInUseKeepsItsPermitUntilClosed() throws SQLException {
        Connection evicted = partition.getConnection();
        Connection retired = partition.getConnection();
        partition.evict(evicted);
        pool().getHikariPoolMXBean().softEvictConnections();
        assertThat(partition.activeCalls()).isEqualTo(2);
        evicted.close();
        assertThat(partition.activeCalls()).isEqualTo(1);
        retired.close();
        assertThat(partition.activeCalls()).isZero();
    }

    @Test
    void aConnectionFromElsewhereIsNotEvicted() throws SQLException {
        try (Connection pooled = pool().getConnection()) {
            assertThatThrownBy(() -> partition.evict(pooled))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'lease' did not hand out");
        }
    }

    /** The pool discards a broken connection by itself; code that then asks isClosed() will not close it. */
    @Test
    void aBrokenConnectionThatSaysItIsClosedHoldsNoPermit() throws SQLException {
        Connection broken = partition.getConnection();
        kill(broken);
        assertThatThrownBy(() -> query(broken)).isInstanceOf(SQLException.class);
        assertThat(partition.activeCalls()).isEqualTo(1);
        if (!broken.isClosed()) {
            broken.close();
        }
        assertThat(partition.activeCalls()).isZero();
    }

    @Test
    void aCloseThatThrowsReturnsThePermit() throws SQLException {
        Connection broken = partition.getConnection();
        broken.setAutoCommit(false);
        query(broken);
        kill(broken);
        assertThatThrownBy(broken::close).isInstanceOf(SQLException.class);
        assertThat(partition.activeCalls()).isZero();
        broken.close();
    }

    private static void query(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    private static void kill(Connection connection) throws SQLException {
        int process = connection.unwrap(PGConnection.class).getBackendPID();
        Postgres.execute("SELECT pg_terminate_backend(" + process + ", 10000)");
    }

    @Test
    void everythingLeadsBackToTheSameConnection() throws SQLException {
        Connection connection = partition.getConnection();
        try (Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("SELECT 1");
                CallableStatement callable = connection.prepareCall("SELECT 1");
                ResultSet rows = prepared.executeQuery();
                ResultSet tables = connection.getMetaData().getTables(null, null, "none", null)) {
            assertThat(statement.getConnection()).isSameAs(connection);
            assertThat(prepared.getConnection()).isSameAs(connection);
            assertThat(callable.getConnection()).isSameAs(connection);
            assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
            assertThat(rows.getStatement()).isSameAs(prepared);
            assertThat(tables.getStatement().getConnection()).isSameAs(connection);
            assertThat(statement.getConnection().equals(connection)).isTrue();
            assertThat(statement.getConnection()).hasSameHashCodeAs(connection);
            assertThat(statement).isNotEqualTo(prepared);
            assertThat(connection).asString().contains("partition 'lease'");
            rows.getStatement().getConnection().close();
        }
        assertThat(partition.activeCalls()).isZero();
    }

    @Test
    void theDriversOwnConnectionAndThePoolCanBeReached() throws SQLException {
        try (Connection connection = partition.getConnection()) {
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            assertThat(connection.isWrapperFor(Connection.class)).isTrue();
            assertThat(connection.isWrapperFor(PGConnection.class)).isTrue();
            assertThat(connection.isWrapperFor(List.class)).isFalse();
            assertThat(connection.unwrap(PGConnection.class).getBackendPID()).isPositive();
            connection.beginRequest();
            connection.endRequest();
        }
        assertThat(partition.unwrap(Partition.class)).isSameAs(partition);
        assertThat(partition.isWrapperFor(HikariDataSource.class)).isTrue();
        assertThat(partition.unwrap(HikariDataSource.class).getMaximumPoolSize())
                .isEqualTo(SIZE);
    }

    @Test
    void whatTheDriverThrowsPassesThroughAsItIs() throws SQLException {
        try (Connection connection = partition.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT 1 / 0"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
        }
    }
}
