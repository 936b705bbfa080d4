// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of the application's database, which is that of spring.datasource.
 *
 * @param partitions partitions, by name; each is a DataSource
 * @param primary which partition is the DataSource of whoever asks for no name; required where there are several
 * @param budget how many connections all instances may take together
 */
public record JdbcProperties(
        @Nullable Map<String, Partition> partitions,
        @Nullable String primary,
        @Nullable Budget budget) {
    /**
     * One partition.
     *
     * @param size how many connections it has, at least 1; required
     * @param maxWait how long a caller may wait for a connection; 1s by default
     * @param statementTimeout after how long the server ends a statement; none by default
     * @param hikari options of the pool by their names in HikariCP, as in spring.datasource.hikari
     */
    public record Partition(
            @Nullable Integer size,
            @Nullable Duration maxWait,
            @Nullable Duration statementTimeout,
            @Nullable Map<String, String> hikari) {}

    /**
     * The connection budget.
     *
     * @param instances how many instances of the application can run at the same time, at least 1; required
     * @param reserve connections that are left to others; 0 by default
     * @param maxConnections the limit; by default the server is asked
     */
    public record Budget(
            @Nullable Integer instances,
            @Nullable Integer reserve,
            @Nullable Integer maxConnections) {}
}
