// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import com.google.errorprone.annotations.CompileTimeConstant;
import com.zaxxer.hikari.HikariConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database in partitions: separate pools of connections for different classes of work, so that slow reports cannot
 * starve quick transactions, and a {@linkplain ConnectionBudget budget} that keeps the sum under what the server allows.
 *
 * <pre>{@code
 * Partitions shop = Partitions.of("jdbc:h2:mem:shop")
 *         .with("oltp", 30)
 *         .with(PartitionSettings.of("reports", 5).withStatementTimeout(Duration.ofSeconds(30)))
 *         .withBudget(ConnectionBudget.ofInstances(4).withReserve(10));
 *
 * try (PartitionedDatabase database = shop.open()) {
 *     DataSource oltp = database.partition("oltp");
 *     try (Connection connection = oltp.getConnection()) {
 *         connection.createStatement().execute("SELECT 1");
 *     }
 * }
 * }</pre>
 *
 * <p>This is configuration: immutable, every {@code with} method returns a new one, and nothing is opened before {@link
 * #open}. Safe for use by any number of threads.
 */
public final class Partitions {
    private final Database database;
    private final List<PartitionSettings> partitions;
    private final @Nullable ConnectionBudget budget;

    private Partitions(Database database, List<PartitionSettings> partitions, @Nullable ConnectionBudget budget) {
        this.database = database;
        this.partitions = partitions;
        this.budget = budget;
    }

    /**
     * A database by its URL, without partitions yet.
     *
     * @param url a JDBC URL whose driver is on the class path
     * @return the configuration
     * @throws IllegalArgumentException if it is no JDBC URL
     */
    public static Partitions of(String url) {
        return new Partitions(Database.of(url), List.of(), null);
    }

    /**
     * A database by its driver's data source, without partitions yet.
     *
     * @param dataSource gives a new connection each time; not a pool
     * @return the configuration
     * @throws IllegalArgumentException if it is a pool
     */
    public static Partitions of(DataSource dataSource) {
        return new Partitions(Database.of(dataSource), List.of(), null);
    }

    /**
     * Returns a configuration with another user.
     *
     * @param username the user of all partitions, or null to leave it to the URL or data source, which is the default
     * @return a new configuration
     */
    public Partitions withUsername(@Nullable String username) {
        return new Partitions(database.withUsername(username), partitions, budget);
    }

    /**
     * Returns a configuration with another password.
     *
     * @param password the user's password, or null for none, which is the default
     * @return a new configuration
     */
    public Partitions withPassword(@Nullable String password) {
        return new Partitions(database.withPassword(password), partitions, budget);
    }

    /**
     * Returns a configuration with one more partition that has the {@linkplain PartitionSettings#of defaults}.
     *
     * @param name what the work is called; a constant; must not be blank
     * @param size how many connections it has; at least 1
     * @return a new configuration
     * @throws IllegalArgumentException if the name is blank or there already, or the size below 1
     */
    public Partitions with(@CompileTimeConstant final String name, int size) {
        return with(PartitionSettings.of(name, size));
    }

    /**
     * Returns a configuration with one more partition.
     *
     * @param partition its settings
     * @return a new configuration
     * @throws IllegalArgumentException if there is one of that name already
     */
    public Partitions with(PartitionSettings partition) {
        Objects.requireNonNull(partition, "partition must not be null");
        for (PartitionSettings other : partitions) {
            if (other.name().equals(partition.name())) {
                throw new IllegalArgumentException("There is a partition '" + partition.name() + "' of " + other.size()
                        + " connections already, now one of " + partition.size()
                        + ": give each class of work a name of its own");
            }
        }
        List<PartitionSettings> more = new ArrayList<>(partitions);
        more.add(partition);
        return new Partitions(database, List.copyOf(more), budget);
    }

    /**
     * Returns a configuration with a budget, to which its partitions are added. Without one, the partitions of one
     * instance alone are held against the server's limit where it tells one.
     *
     * @param budget instances, reserve, and what else connects to the same server; other databases on that server are
     *     counted by {@link ConnectionBudget#with(Partitions)}
     * @return a new configuration
     */
    public Partitions withBudget(ConnectionBudget budget) {
        return new Partitions(database, partitions, Objects.requireNonNull(budget, "budget must not be null"));
    }

    /**
     * Returns the partitions configured so far.
     *
     * @return settings in the order in which they were added
     */
    public List<PartitionSettings> partitions() {
        return partitions;
    }

    /**
     * Returns the budget with these partitions in it, to be asked for its report; nothing is opened.
     *
     * @return the budget
     */
    public ConnectionBudget budget() {
        return (budget == null ? ConnectionBudget.ofInstances(1) : budget).with(this);
    }

    /**
     * Checks the budget by one connection that is closed again, then starts all pools, or none.
     *
     * @return the open database; whoever gets it must close it
     * @throws ConnectionBudgetExceededException if the server allows fewer connections
     * @throws IllegalStateException if there is no partition, the server does not answer, it cannot do what a partition
     *     asks for, or a pool does not start; nothing stays open then
     * @throws IllegalArgumentException if an option of a pool contradicts the partition
     */
    public PartitionedDatabase open() {
        if (partitions.isEmpty()) {
            throw new IllegalStateException(
                    database + " has no partition: add at least one by with(name, size) before it is opened");
        }
        List<Opening> openings = partitions.stream()
                .map(partition -> Opening.of(database, partition))
                .toList();
        Server server = openings.getFirst().ask();
        openings.forEach(opening -> opening.supply(server));
        String report = budget().check(server, budget != null);
        List<Partition> open = new ArrayList<>();
        try {
            openings.forEach(opening -> open.add(opening.start()));
            return new PartitionedDatabase(database.toString(), open, report);
        } catch (Throwable failure) {
            PartitionedDatabase.close(open);
            throw failure;
        }
    }

    Database database() {
        return database;
    }

    /** Returns the database, without user and password, and its partitions. */
    @Override
    public String toString() {
        return "Partitions[" + database + ": " + partitions + "]";
    }

    /** One partition on its way from configuration to a running pool. */
    private record Opening(Database database, PartitionSettings settings, HikariConfig config, DataSource source) {
        static Opening of(Database database, PartitionSettings settings) {
            HikariConfig config = PoolOptions.configure(settings);
            return new Opening(database, settings, config, database.source(settings, config));
        }

        Server ask() {
            try (Connection connection = database.connect(source, config)) {
                return Server.ask(connection);
            } catch (SQLException e) {
                throw new IllegalStateException(
                        database + " does not answer, so nothing was opened: " + e.getMessage()
                                + ". Check URL, user and password, and whether the server runs and has room",
                        e);
            }
        }

        void supply(Server server) {
            database.supply(config, source, sessionSql(server));
        }

        private @Nullable String sessionSql(Server server) {
            if (settings.statementTimeout().isEmpty()) {
                return null;
            }
            return settings.statementTimeout()
                    .flatMap(server.dialect()::timeoutSql)
                    .orElseThrow(() -> new IllegalStateException("The statement timeout "
                            + settings.statementTimeout().get() + " of partition '" + settings.name()
                            + "' cannot be sent to " + server.product()
                            + ": set it in the database or by connectionInitSql, and leave withStatementTimeout out"));
        }

        Partition start() {
            return Partition.start(settings, config);
        }
    }
}
