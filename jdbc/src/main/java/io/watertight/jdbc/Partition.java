// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.watertight.ResilientException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One compartment of a database: a {@link DataSource} with its own pool of connections, so that a class of work that
 * hangs can hold only its own.
 *
 * <p>In front of the pool stands a {@link Bulkhead} with as many permits as the pool has connections. {@link
 * #getConnection} acquires a permit, waiting up to the partition's max wait, and then takes a connection from the pool,
 * which has one idle or opens one: callers never queue inside the pool. The permit is held until {@link
 * Connection#close()} has given the connection back; closed twice or by another thread it comes back once. {@link
 * Connection#abort} ends it as well, and so does {@link Connection#isClosed()} answering true for a broken connection
 * that the pool has discarded.
 *
 * <p><b>What {@link #getConnection} throws</b>
 * <ul>
 * <li>Full: {@link java.sql.SQLTransientConnectionException}, SQLState {@code 08001}, whose cause is the {@link
 *     BulkheadFullException}. It has no stack trace unless the bulkhead was made with them.
 * <li>A wait that cannot succeed, since this thread holds all connections of the partition already, or it and other
 *     threads that wait for one more do: {@link SQLNonTransientConnectionException}, SQLState {@code 08001}, at once. A
 *     connection that another thread has used counts for no thread.
 * <li>Interrupted while waiting: {@link SQLException}, SQLState {@code HY008}, whose cause is the {@link
 *     ResilientException}; the interrupt status is set again. This is not "full".
 * <li>Closed: {@link SQLNonTransientConnectionException}, SQLState {@code 08003}.
 * <li>The server does not answer within the pool's {@code connectionTimeout}: HikariCP's own exception.
 * </ul>
 *
 * <p><b>Not promised.</b> A connection that is never closed, aborted or asked {@code isClosed} after it broke holds its
 * permit for good; {@code leakDetectionThreshold} finds the place. Whoever takes connections from the pool that {@link
 * #unwrap unwrap(HikariDataSource.class)} gives passes the permits by. Deadlocks across partitions are not detected; max
 * wait ends them.
 *
 * <p>All methods are safe for use by any number of threads, platform and virtual.
 */
public final class Partition implements DataSource {
    private static final String UNABLE_TO_CONNECT = "08001";
    private static final String NO_CONNECTION = "08003";
    private static final String CANCELLED = "HY008";

    private final PartitionSettings settings;
    private final Bulkhead bulkhead;
    private final HikariDataSource pool;
    private final Holdings holdings;

    private Partition(PartitionSettings settings, HikariDataSource pool) {
        this.settings = settings;
        this.bulkhead = settings.newBulkhead();
        this.pool = pool;
        this.holdings = new Holdings(settings.size());
    }

    static Partition start(PartitionSettings settings, HikariConfig config) {
        try {
            return new Partition(settings, new HikariDataSource(config));
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "The pool of partition '" + settings.name() + "' did not start, so nothing stays open: "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * Returns the name.
     *
     * @return the name, which is the bulkhead's and, unless set otherwise, the pool's too
     */
    public String name() {
        return settings.name();
    }

    /**
     * Returns how many connections the partition has at most, and how many permits.
     *
     * @return the size
     */
    public int size() {
        return settings.size();
    }

    /**
     * Returns how long a caller may wait for a permit. Opening a connection, where the pool has none idle, comes on top
     * and is bounded by the pool's {@code connectionTimeout}.
     *
     * @return the max wait
     */
    public Duration maxWait() {
        return bulkhead.maxWait();
    }

    /**
     * Returns after how long the server ends a statement.
     *
     * @return the statement timeout, or empty for none
     */
    public Optional<Duration> statementTimeout() {
        return settings.statementTimeout();
    }

    /**
     * Returns how many connections are handed out now; best effort under concurrency.
     *
     * @return the number of permits held
     */
    public int activeCalls() {
        return bulkhead.activeCalls();
    }

    /**
     * Returns how many callers wait for a connection now; best effort under concurrency.
     *
     * @return the number of waiting calls
     */
    public int waitingCalls() {
        return bulkhead.waitingCalls();
    }

    /**
     * Returns the bulkhead in front of the pool, for meters and registries. A permit acquired from it directly takes the
     * place of a connection.
     *
     * @return the bulkhead
     */
    public Bulkhead bulkhead() {
        return bulkhead;
    }

    /**
     * Takes a connection; see the class description for how long it waits and what it throws.
     *
     * @return a connection, to be closed by whoever has it
     */
    @Override
    public Connection getConnection() throws SQLException {
        if (pool.isClosed()) {
            throw closed(null);
        }
        Permit permit = admission();
        Connection pooled = null;
        try {
            pooled = pool.getConnection();
            var lease = new Lease(this, permit, pooled);
            holdings.taken(lease, Thread.currentThread());
            return lease.connection();
        } catch (SQLException failure) {
            permit.close(); // nothing else here throws a SQLException, so there is no connection
            throw pool.isClosed() ? closed(failure) : failure;
        } catch (Throwable failure) {
            try (permit;
                    Connection unused = pooled) {
                throw failure;
            }
        }
    }

    private Permit admission() throws SQLException {
        Thread caller = Thread.currentThread();
        Holdings.Verdict verdict = holdings.startWaiting(caller);
        if (verdict != Holdings.Verdict.FREE && verdict != Holdings.Verdict.NESTED) {
            throw hopeless(verdict);
        }
        try {
            return bulkhead.acquire();
        } catch (BulkheadFullException full) {
            var counts = pool.getHikariPoolMXBean();
            throw new PartitionFullException(full, counts.getIdleConnections(), counts.getTotalConnections());
        } catch (ResilientException interrupted) {
            throw new SQLException(
                    "Interrupted while waiting for a connection of partition '" + name() + "'", CANCELLED, interrupted);
        } finally {
            if (verdict == Holdings.Verdict.NESTED) {
                holdings.stopWaiting(caller);
            }
        }
    }

    private SQLException hopeless(Holdings.Verdict verdict) {
        String why = verdict == Holdings.Verdict.WAITS_FOR_ITSELF
                ? "this thread holds all " + size() + " of its connections and would wait for itself"
                : "all " + size() + " of its connections are held by threads that wait for one more, this one included";
        return new SQLNonTransientConnectionException(
                "Partition '" + name() + "' refuses a nested connection: " + why
                        + ". Use the connection that the thread holds already, close it first, or give the inner work a"
                        + " partition of its own",
                UNABLE_TO_CONNECT);
    }

    private SQLException closed(@Nullable Throwable cause) {
        return new SQLNonTransientConnectionException("Partition '" + name() + "' is closed", NO_CONNECTION, cause);
    }

    /**
     * Makes the pool discard a connection instead of reusing it: at once, so that the caller can only close it.
     *
     * @param connection one that this partition handed out
     * @throws IllegalArgumentException if it is from elsewhere
     */
    public void evict(Connection connection) {
        Objects.requireNonNull(connection, "connection must not be null");
        Lease lease = Lease.of(connection);
        if (lease == null || lease.partition() != this) {
            throw new IllegalArgumentException("Partition '" + name() + "' did not hand out " + connection
                    + ": evict a connection where it came from");
        }
        pool.evictConnection(lease.pooled());
    }

    /**
     * Refused: a pool has one user.
     *
     * @throws SQLFeatureNotSupportedException always
     */
    @Override
    public Connection getConnection(@Nullable String username, @Nullable String password) throws SQLException {
        throw new SQLFeatureNotSupportedException(
                "Partition '" + name() + "' has the user that Partitions was given: make other Partitions for another");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return pool.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        pool.setLogWriter(out);
    }

    /**
     * Returns how long the driver may take to open a connection.
     *
     * @return seconds
     */
    @Override
    public int getLoginTimeout() throws SQLException {
        return pool.getLoginTimeout();
    }

    /**
     * Sets how long the driver may take to open a connection; this is not the max wait.
     *
     * @param seconds the limit
     */
    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        pool.setLoginTimeout(seconds);
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return pool.getParentLogger();
    }

    /**
     * Gives this partition, its pool as {@link HikariDataSource}, or what the pool itself wraps.
     *
     * @param type what is wanted
     * @return an object of that type
     */
    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : pool.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || pool.isWrapperFor(type);
    }

    HikariDataSource pool() {
        return pool;
    }

    Holdings holdings() {
        return holdings;
    }

    /** Returns the name with the numbers of this moment, for logs. */
    @Override
    public String toString() {
        return "Partition[" + name() + ": " + activeCalls() + " of " + size() + " active, " + waitingCalls()
                + " waiting, max wait " + maxWait()
                + statementTimeout()
                        .map(limit -> ", statement timeout " + limit)
                        .orElse("") + "]";
    }
}
