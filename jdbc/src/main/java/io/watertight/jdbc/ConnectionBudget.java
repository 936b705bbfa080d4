// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * How many connections a service may take from one database server: instances × the sum of its pools + a reserve for
 * everybody else, held against what the server allows.
 *
 * <p>Pools are promises: each may be full at once, in every instance. {@code instances} is therefore the most that can
 * ever run side by side, the autoscaler's maximum <em>and</em> what a deployment starts before it stops the old ones;
 * the {@code reserve} is for whoever else connects to the same server: migrations, other services, a person with a
 * client during an outage, and the few sessions that a pool is closing while it has opened their successors.
 *
 * <p>{@link Partitions#open} checks the budget by one connection before the first pool is started, and refuses to start
 * with {@link ConnectionBudgetExceededException} where it does not add up. What the server allows is asked of itself:
 * <ul>
 * <li>PostgreSQL: {@code max_connections} less {@code superuser_reserved_connections} and {@code reserved_connections};
 *     the {@code CONNECTION LIMIT} of the role; that of the database.
 * <li>MySQL and MariaDB: {@code max_connections}; {@code max_user_connections}.
 * <li>H2: no limit.
 * <li>Any other, or where a connection pooler stands between: {@link #withMaxConnections}.
 * </ul>
 * The tightest of them counts, against the whole sum. Connections that are open already are not subtracted: those of
 * this service are part of the sum, and those of others of the reserve.
 *
 * <p>Immutable; safe for use by any number of threads.
 */
public final class ConnectionBudget {
    /** A pool: the same one if name, database and user are the same. */
    private record Pool(String name, @Nullable Object database) {}

    private final int instances;
    private final int reserve;
    private final @Nullable Integer maxConnections;
    private final Map<Pool, Integer> pools;

    private ConnectionBudget(int instances, int reserve, @Nullable Integer maxConnections, Map<Pool, Integer> pools) {
        this.instances = instances;
        this.reserve = reserve;
        this.maxConnections = maxConnections;
        this.pools = pools;
    }

    /**
     * A budget without pools and without a reserve.
     *
     * @param instances how many instances of the service can run at the same time: the autoscaler's maximum plus the
     *     surge of a deployment; at least 1
     * @return the budget
     * @throws IllegalArgumentException if there are less than 1
     */
    public static ConnectionBudget ofInstances(int instances) {
        if (instances < 1) {
            throw new IllegalArgumentException("instances must be at least 1, was " + instances
                    + ": count the autoscaler's maximum plus the surge of a deployment");
        }
        return new ConnectionBudget(instances, 0, null, Map.of());
    }

    /**
     * Returns a budget with another reserve.
     *
     * @param reserve connections that are left to others; the default is 0; must not be negative
     * @return a new budget
     * @throws IllegalArgumentException if it is negative
     */
    public ConnectionBudget withReserve(int reserve) {
        if (reserve < 0) {
            throw new IllegalArgumentException(
                    "reserve must not be negative, was " + reserve + ": it is what is left to others, 0 for nothing");
        }
        return new ConnectionBudget(instances, reserve, maxConnections, pools);
    }

    /**
     * Returns a budget that knows the limit by itself, instead of asking the server: where a pooler such as PgBouncer
     * stands between, or for a server that cannot be asked.
     *
     * @param maxConnections how many connections all instances and the reserve may take together; at least 1
     * @return a new budget
     * @throws IllegalArgumentException if it is below 1
     */
    public ConnectionBudget withMaxConnections(int maxConnections) {
        if (maxConnections < 1) {
            throw new IllegalArgumentException("maxConnections must be at least 1, was " + maxConnections
                    + ": state what the server or pooler allows, or leave it out to ask the server");
        }
        return new ConnectionBudget(instances, reserve, maxConnections, pools);
    }

    /**
     * Returns a budget with one more pool that every instance has, other than partitions: a scheduler's, a migration
     * tool's.
     *
     * @param name what the report calls it; must not be blank
     * @param size how many connections it opens at most; at least 1
     * @return a new budget
     * @throws IllegalArgumentException if the name is blank or there already, or the size below 1
     */
    public ConnectionBudget withPool(String name, int size) {
        Objects.requireNonNull(name, "name must not be null: the report calls the pool by it");
        if (name.isBlank()) {
            throw new IllegalArgumentException("name of a pool must not be blank, was \"" + name + "\"");
        }
        if (size < 1) {
            throw new IllegalArgumentException("size of pool '" + name + "' must be at least 1, was " + size);
        }
        return withPool(new Pool(name, null), size);
    }

    /**
     * Returns a budget with the partitions of one more database on the same server. Partitions that are in it already are
     * counted once: same name, same database, same user.
     *
     * @param partitions what is to be counted; nothing is opened
     * @return a new budget
     * @throws IllegalArgumentException if one is in it already with another size
     */
    public ConnectionBudget with(Partitions partitions) {
        ConnectionBudget all = this;
        for (PartitionSettings partition : partitions.partitions()) {
            var pool = new Pool(partition.name(), partitions.database().identity());
            if (!Objects.equals(pools.get(pool), partition.size())) {
                all = all.withPool(pool, partition.size());
            }
        }
        return all;
    }

    private ConnectionBudget withPool(Pool pool, int size) {
        Integer former = pools.get(pool);
        if (former != null) {
            throw new IllegalArgumentException("The budget has a pool '" + pool.name() + "' of " + former
                    + " connections already, now one of " + size + ": count each pool once, under a name of its own");
        }
        Map<Pool, Integer> more = new LinkedHashMap<>(pools);
        more.put(pool, size);
        return new ConnectionBudget(instances, reserve, maxConnections, more);
    }

    /**
     * Returns what the pools of all instances and the reserve add up to.
     *
     * @return instances × the sum of the pools + the reserve
     */
    public long needed() {
        return instances * pools.values().stream().mapToLong(Integer::longValue).sum() + reserve;
    }

    /**
     * Returns the arithmetic, without asking anybody.
     *
     * @return {@code 2 × (30 + 5) + 10 = 80}, and what each number is
     */
    public String report() {
        return maxConnections == null ? sum() + "\n" + pieces() : compared(ServerLimits.stated(maxConnections));
    }

    /**
     * Returns the arithmetic beside what the server allows. Takes one connection and gives it back; refuses nothing.
     *
     * @param server any data source of the database, with the user whose limits count
     * @return {@code 2 × (30 + 5) + 10 = 80 ≤ 97 usable of max_connections 100}, and what each number is
     * @throws SQLException if the server cannot be asked
     */
    public String report(DataSource server) throws SQLException {
        if (maxConnections != null) {
            return report();
        }
        try (Connection connection = server.getConnection()) {
            Server answer = Server.ask(connection);
            return answer.limits() == null ? report() + "\n  " + unknown(answer) : compared(answer.limits());
        }
    }

    /** The report, where the budget adds up. */
    String check(Server server, boolean wanted) {
        ServerLimits limits = maxConnections == null ? server.limits() : ServerLimits.stated(maxConnections);
        if (limits == null) {
            if (wanted) {
                throw new IllegalStateException(
                        "The connection budget cannot be checked: " + unknown(server), server.refusal());
            }
            return report() + "\n  " + unknown(server);
        }
        String report = compared(limits);
        limits.tightest().filter(limit -> needed() > limit.usable()).ifPresent(limit -> {
            throw new ConnectionBudgetExceededException(
                    "Connection budget exceeded: " + report
                            + "\n  Nothing was opened: make the pools smaller, run fewer instances, or raise the limit",
                    needed(),
                    limit.usable());
        });
        return report;
    }

    private static String unknown(Server server) {
        return server.product() + " does not tell its limit: state it by ConnectionBudget.withMaxConnections";
    }

    private String compared(ServerLimits limits) {
        String comparison = limits.tightest()
                .map(limit ->
                        (needed() > limit.usable() ? " > " : " ≤ ") + limit.usable() + " usable of " + limit.setting())
                .orElse("");
        return sum() + comparison + "\n" + pieces() + "\n  " + limits.server() + ": " + limits.explanation();
    }

    private String sum() {
        String sizes = pools.values().stream().map(String::valueOf).collect(Collectors.joining(" + "));
        return instances + " × (" + sizes + ") + " + reserve + " = " + needed();
    }

    private String pieces() {
        String named = pools.entrySet().stream()
                .map(pool -> pool.getKey().name() + " " + pool.getValue())
                .collect(Collectors.joining(", "));
        return "  " + instances + (instances == 1 ? " instance" : " instances") + " (the autoscaler's maximum plus the"
                + " deployment's surge) × pools (" + named + ") + reserve " + reserve;
    }

    /** Returns the arithmetic in one line. */
    @Override
    public String toString() {
        return "ConnectionBudget[" + sum() + "]";
    }
}
