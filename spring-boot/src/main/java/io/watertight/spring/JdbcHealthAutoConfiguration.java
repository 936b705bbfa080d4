// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.jdbc.Partition;
import io.watertight.jdbc.PartitionedDatabase;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;
import org.springframework.context.annotation.Bean;

/** The contributor {@code db}, in the place of Boot's, for a database in partitions. */
@AutoConfiguration(
        after = JdbcAutoConfiguration.class,
        beforeName = "org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration")
@ConditionalOnClass({
    PartitionedDatabase.class,
    DataSourceHealthIndicator.class,
    ConditionalOnEnabledHealthIndicator.class
})
@ConditionalOnBean(PartitionedDatabase.class)
@ConditionalOnEnabledHealthIndicator("db")
final class JdbcHealthAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = {"dbHealthIndicator", "dbHealthContributor"})
    HealthContributor dbHealthContributor(PartitionedDatabase database) {
        Map<String, HealthContributor> partitions = new LinkedHashMap<>();
        for (Partition partition : database.partitions()) {
            partitions.put(partition.name(), new PartitionHealth(partition, new DataSourceHealthIndicator(partition)));
        }
        return CompositeHealthContributor.fromMap(partitions);
    }
}
