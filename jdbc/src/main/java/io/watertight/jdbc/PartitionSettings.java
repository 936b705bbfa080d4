// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import com.google.errorprone.annotations.CompileTimeConstant;
import com.zaxxer.hikari.HikariConfig;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What one partition of a database is configured with: name, size, max wait, statement timeout, the options of its
 * bulkhead and those of its pool.
 *
 * <p>Immutable: every {@code with} method returns new settings and leaves these as they are. Opens nothing; give it to
 * {@link Partitions#with(PartitionSettings)}.
 */
public final class PartitionSettings {
    /**
     * How long a caller waits for a connection unless told otherwise: one second. Connections are held for milliseconds,
     * so failing fast would turn every burst into errors, while a queue of a second passes it on; a caller that
     * finds none within a second stands before a partition that is saturated, not busy.
     */
    public static final Duration DEFAULT_MAX_WAIT = Duration.ofSeconds(1);

    /**
     * HikariCP's {@code connectionTimeout} unless told otherwise: five seconds. It bounds the opening of a connection
     * only, since the wait for a free one has its own limit.
     */
    public static final Duration DEFAULT_CONNECTION_TIMEOUT = Duration.ofSeconds(5);

    /** What servers take, in milliseconds: a signed 32-bit number. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofMillis(Integer.MAX_VALUE);

    private final Bulkhead bulkhead; // never called, only configured
    private final @Nullable Duration statementTimeout;
    private final List<Consumer<? super HikariConfig>> poolOptions;

    private PartitionSettings(
            Bulkhead bulkhead, @Nullable Duration statementTimeout, List<Consumer<? super HikariConfig>> poolOptions) {
        this.bulkhead = bulkhead;
        this.statementTimeout = statementTimeout;
        this.poolOptions = poolOptions;
    }

    /**
     * Settings with the defaults: {@link #DEFAULT_MAX_WAIT}, no statement timeout, HikariCP's own defaults but for
     * {@link #DEFAULT_CONNECTION_TIMEOUT}.
     *
     * @param name what the work is called ({@code "oltp"}, {@code "reports"}); a constant, since it becomes a metric tag;
     *     must not be blank
     * @param size how many connections, and permits, the partition has; at least 1
     * @return the settings
     * @throws IllegalArgumentException if the name is blank or the size below 1
     * @see #fromConfiguration
     */
    public static PartitionSettings of(@CompileTimeConstant final String name, int size) {
        return fromConfiguration(name, size);
    }

    /**
     * Settings whose name was read from configuration; otherwise the same as {@link #of}. The caller vouches that such
     * names are few and fixed while the service runs.
     *
     * @param name what the work is called; must not be blank
     * @param size how many connections, and permits, the partition has; at least 1
     * @return the settings
     * @throws IllegalArgumentException if the name is blank or the size below 1
     */
    public static PartitionSettings fromConfiguration(String name, int size) {
        Objects.requireNonNull(name, "name must not be null: it identifies the partition in events and exceptions");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "name of a partition must not be blank, was \"" + name + "\": name it after its work");
        }
        checkSize(name, size);
        Bulkhead bulkhead = Bulkhead.fromConfiguration(name, size).withMaxWait(DEFAULT_MAX_WAIT);
        return new PartitionSettings(bulkhead, null, List.of());
    }

    private static void checkSize(String name, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("size of partition '" + name + "' must be at least 1, was " + size
                    + ": a partition without a connection serves nobody");
        }
    }

    /**
     * Returns settings with another size.
     *
     * @param size how many connections, and permits, the partition has; at least 1
     * @return new settings
     * @throws IllegalArgumentException if the size is below 1
     */
    public PartitionSettings withSize(int size) {
        checkSize(name(), size);
        return new PartitionSettings(bulkhead.withMaxConcurrentCalls(size), statementTimeout, poolOptions);
    }

    /**
     * Returns settings with another max wait.
     *
     * @param maxWait how long a caller may wait for a permit; zero fails fast; the default is {@link #DEFAULT_MAX_WAIT};
     *     must not be negative
     * @return new settings
     * @throws IllegalArgumentException if the duration is negative
     */
    public PartitionSettings withMaxWait(Duration maxWait) {
        return withBulkhead(own -> own.withMaxWait(maxWait));
    }

    /**
     * Returns settings with a statement timeout, which is sent to the server for each session: the server itself ends the
     * statement, whatever has become of the client.
     *
     * <p>PostgreSQL: {@code statement_timeout}. MySQL: {@code max_execution_time}, which ends {@code SELECT} only.
     * MariaDB: {@code max_statement_time}. H2: {@code QUERY_TIMEOUT}. Any other database is refused when the partitions
     * are opened. Statements that change the same setting in a session win.
     *
     * @param statementTimeout after how long the server ends a statement, in whole milliseconds, rounded up; the default
     *     is none; at least 1 ms, at most 24 days
     * @return new settings
     * @throws IllegalArgumentException if the duration is not positive or too long
     */
    public PartitionSettings withStatementTimeout(Duration statementTimeout) {
        Objects.requireNonNull(statementTimeout, "statementTimeout must not be null: leave it out for none");
        if (!statementTimeout.isPositive() || statementTimeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("statementTimeout of partition '" + name()
                    + "' must be positive and at most 24 days, was " + statementTimeout + ": leave it out for none");
        }
        return new PartitionSettings(bulkhead, statementTimeout, poolOptions);
    }

    /**
     * Returns settings with one more listener, for every kind of event of the partition's bulkhead.
     *
     * @param listener called for each event, by the rules of {@link Bulkhead}
     * @return new settings
     */
    public PartitionSettings withListener(Consumer<? super BulkheadEvent> listener) {
        return withBulkhead(own -> own.withListener(listener));
    }

    /**
     * Returns settings with one more listener, for one kind of event.
     *
     * @param <E> the kind of event
     * @param type the kind
     * @param listener called for each event of that kind
     * @return new settings
     */
    public <E extends BulkheadEvent> PartitionSettings withListener(Class<E> type, Consumer<? super E> listener) {
        return withBulkhead(own -> own.withListener(type, listener));
    }

    /**
     * Returns settings with other options of the bulkhead: {@code withBulkhead(own -> own.withFair(true))}.
     *
     * @param options makes the bulkhead from the one configured so far; may change neither name nor limit
     * @return new settings
     * @throws IllegalArgumentException if the result has another name or limit
     */
    public PartitionSettings withBulkhead(UnaryOperator<Bulkhead> options) {
        Bulkhead other = Objects.requireNonNull(options.apply(bulkhead), "options must not return null");
        if (!other.name().equals(name()) || other.maxConcurrentCalls() != size()) {
            throw new IllegalArgumentException("The bulkhead of partition '" + name() + "' must keep its name and its "
                    + size() + " permits, was '" + other.name() + "' with " + other.maxConcurrentCalls()
                    + ": use withSize for another size");
        }
        return new PartitionSettings(other, statementTimeout, poolOptions);
    }

    /**
     * Returns settings with other options of the pool: {@code withHikari(pool -> pool.setMaxLifetime(600_000))}.
     *
     * <p>All of HikariCP's options but those that the partition or the database own: size, URL, data source and user. One
     * that sets these is refused when the partitions are opened. {@code connectionTimeout} bounds the opening of a
     * connection, not the wait for a free one, and is {@link #DEFAULT_CONNECTION_TIMEOUT} unless set.
     *
     * @param options sets options; called once for each opening
     * @return new settings
     */
    public PartitionSettings withHikari(Consumer<? super HikariConfig> options) {
        Objects.requireNonNull(options, "options must not be null");
        List<Consumer<? super HikariConfig>> more = new ArrayList<>(poolOptions);
        more.add(options);
        return new PartitionSettings(bulkhead, statementTimeout, List.copyOf(more));
    }

    /**
     * Returns settings with one option of the pool by its name in HikariCP, for values read from configuration.
     *
     * @param property the name, as in {@code maxLifetime} or {@code max-lifetime}; {@code dataSource.x} is property
     *     {@code x} of the driver
     * @param value the value; times are milliseconds or have a unit, as in {@code 30s}
     * @return new settings
     * @throws IllegalArgumentException if there is no such property, if the partition or the database own it, or if it
     *     cannot have that value
     */
    public PartitionSettings withHikariProperty(String property, String value) {
        return withHikari(PoolOptions.property(name(), property, value));
    }

    /**
     * Returns the name.
     *
     * @return the name
     */
    public String name() {
        return bulkhead.name();
    }

    /**
     * Returns the number of connections and permits.
     *
     * @return the size
     */
    public int size() {
        return bulkhead.maxConcurrentCalls();
    }

    /**
     * Returns how long a caller may wait for a permit.
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
        return Optional.ofNullable(statementTimeout);
    }

    /** A bulkhead with permits of its own for each opening. */
    Bulkhead newBulkhead() {
        return bulkhead.withMaxWait(bulkhead.maxWait());
    }

    List<Consumer<? super HikariConfig>> poolOptions() {
        return poolOptions;
    }

    @Override
    public String toString() {
        return "PartitionSettings[" + name() + ": " + size() + " connections, max wait " + maxWait()
                + statementTimeout()
                        .map(limit -> ", statement timeout " + limit)
                        .orElse("") + "]";
    }
}
