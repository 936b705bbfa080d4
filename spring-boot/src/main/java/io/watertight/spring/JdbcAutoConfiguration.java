// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.jdbc.ConnectionBudgetExceededException;
import io.watertight.jdbc.PartitionSettings;
import io.watertight.jdbc.PartitionedDatabase;
import io.watertight.jdbc.Partitions;
import io.watertight.registry.Registry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Puts Boot's {@code DataSource}, the one of {@code spring.datasource}, into the partitions of {@code watertight.jdbc}. */
@AutoConfiguration(after = WatertightAutoConfiguration.class, before = DataSourceAutoConfiguration.class)
@ConditionalOnClass({Partitions.class, DataSourceAutoConfiguration.class})
@ConditionalOnSection("watertight.jdbc")
@EnableConfigurationProperties(DataSourceProperties.class)
@Import(JdbcRegistrar.class)
final class JdbcAutoConfiguration {
    @Bean
    PartitionedDatabase watertightPartitionedDatabase(
            Environment environment,
            ObjectProvider<JdbcConnectionDetails> connection,
            DataSourceProperties properties,
            Registry registry) {
        JdbcPartitions jdbc = JdbcPartitions.read(environment);
        JdbcConnectionDetails details = connection.getIfAvailable();
        Partitions partitions = details == null
                ? Partitions.of(properties.determineUrl())
                        .withUsername(properties.determineUsername())
                        .withPassword(properties.determinePassword())
                : Partitions.of(details.getJdbcUrl())
                        .withUsername(details.getUsername())
                        .withPassword(details.getPassword());
        for (PartitionSettings settings : jdbc.partitions()) {
            partitions = partitions.with(settings);
        }
        PartitionedDatabase database = open(jdbc.budget() == null ? partitions : partitions.withBudget(jdbc.budget()));
        database.partitions().forEach(partition -> registry.register("jdbc", partition.bulkhead()));
        return database;
    }

    private static PartitionedDatabase open(Partitions partitions) {
        try {
            return partitions.open();
        } catch (ConnectionBudgetExceededException exceeded) {
            throw new InvalidPropertiesException(List.of(new Problem(
                    "watertight.jdbc",
                    null,
                    null,
                    String.valueOf(exceeded.getMessage()),
                    "Lower a size in watertight.jdbc.partitions, or watertight.jdbc.budget.instances, or raise the limit"
                            + " of the server")));
        }
    }
}
