// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.watertight.jdbc.PartitionSettings;
import io.watertight.jdbc.PartitionedDatabase;
import io.watertight.jdbc.Partitions;
import io.watertight.lab.scenario.Database;
import io.watertight.lab.scenario.Database.Partition;
import java.util.Map;
import javax.sql.DataSource;

/** Where queries get their connections: from one pool that all share, or each from its own partition. */
sealed interface Connections extends AutoCloseable {
    DataSource of(String query);

    @Override
    void close();

    /**
     * Opens the pool or the partitions of a variant.
     *
     * @param url of the database
     * @param partitions by query; empty for one pool
     */
    static Connections open(String url, Database database, Map<String, Partition> partitions) {
        return partitions.isEmpty() ? Shared.open(url, database) : Parted.open(url, partitions);
    }

    /**
     * One pool, as services have it that know of no partitions.
     *
     * @param pool all connections
     */
    record Shared(HikariDataSource pool) implements Connections {
        static Shared open(String url, Database database) {
            var config = new HikariConfig();
            config.setJdbcUrl(url);
            config.setPoolName("shared");
            config.setMaximumPoolSize(database.connections());
            config.setConnectionTimeout(database.maxWait().toMillis());
            return new Shared(new HikariDataSource(config));
        }

        @Override
        public DataSource of(String query) {
            return pool;
        }

        @Override
        public void close() {
            Quietly.uninterrupted(pool::close);
        }
    }

    /**
     * A partition for each query.
     *
     * @param database has them
     */
    record Parted(PartitionedDatabase database) implements Connections {
        static Parted open(String url, Map<String, Partition> partitions) {
            Partitions parts = Partitions.of(url);
            for (Map.Entry<String, Partition> entry : partitions.entrySet()) {
                Partition partition = entry.getValue();
                parts = parts.with(PartitionSettings.fromConfiguration(entry.getKey(), partition.connections())
                        .withMaxWait(partition.maxWait()));
            }
            return new Parted(parts.open());
        }

        @Override
        public DataSource of(String query) {
            return database.partition(query);
        }

        @Override
        public void close() {
            database.close();
        }
    }
}
