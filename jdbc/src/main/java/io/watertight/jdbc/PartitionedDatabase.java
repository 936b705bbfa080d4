// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An open database in partitions, each a {@link javax.sql.DataSource}. Close it once, when the service ends.
 *
 * <p>Safe for use by any number of threads.
 */
public final class PartitionedDatabase implements AutoCloseable {
    private final String database;
    private final List<Partition> partitions;
    private final String budgetReport;

    PartitionedDatabase(String database, List<Partition> partitions, String budgetReport) {
        this.database = database;
        this.partitions = List.copyOf(partitions);
        this.budgetReport = budgetReport;
    }

    /**
     * Returns a partition.
     *
     * @param name its name
     * @return the partition; the same one each time
     * @throws IllegalArgumentException if there is none of that name
     */
    public Partition partition(String name) {
        return partitions.stream()
                .filter(partition -> partition.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no partition '" + name + "', but "
                        + partitions.stream().map(Partition::name).collect(Collectors.joining(", "))));
    }

    /**
     * Returns all partitions.
     *
     * @return in the order in which they were configured
     */
    public List<Partition> partitions() {
        return partitions;
    }

    /**
     * Returns the arithmetic by which this was opened, for the log and for whoever sizes the next partition.
     *
     * @return the report of {@link ConnectionBudget#report(javax.sql.DataSource)} at the start
     */
    public String budgetReport() {
        return budgetReport;
    }

    /**
     * Closes all pools at the same time: idle connections at once, those handed out by aborting them, as HikariCP does. Callers that
     * hold one get exceptions from it and release their permit by closing it as ever. Takes some seconds at most; is not
     * cut short by an interrupt, which stays set. Does nothing the second time.
     */
    @Override
    public void close() {
        close(partitions);
    }

    // Threads of our own: an interrupt within HikariDataSource.close() would leave the pool half closed for good.
    static void close(List<Partition> partitions) {
        List<Thread> closers = partitions.stream()
                .map(partition -> Thread.ofPlatform()
                        .daemon()
                        .name(partition.name() + ":closer")
                        .start(partition.pool()::close))
                .toList();
        boolean interrupted = false;
        for (Thread closer : closers) {
            while (closer.isAlive()) {
                try {
                    closer.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the database and the numbers of this moment, for logs. */
    @Override
    public String toString() {
        return "PartitionedDatabase[" + database + ": " + partitions + "]";
    }
}
