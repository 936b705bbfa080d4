// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.jdbc.ConnectionBudget;
import io.watertight.jdbc.PartitionSettings;
import io.watertight.spelling.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * What {@code watertight.jdbc} describes.
 *
 * @param partitions in the order of the properties
 * @param primary the name of the partition that is used where no name is asked for
 * @param budget null where none is set
 */
record JdbcPartitions(
        List<PartitionSettings> partitions,
        String primary,
        @Nullable ConnectionBudget budget) {
    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("watertight.jdbc");
    private static final ConfigurationPropertyName POOL = ConfigurationPropertyName.of("spring.datasource.hikari");

    /**
     * Reads it.
     *
     * @throws InvalidPropertiesException if a property cannot take effect
     */
    static JdbcPartitions read(Environment environment) {
        var problems = new Problems();
        var reader = new PropertyReader(environment, problems);
        List<PartitionSettings> partitions = new ArrayList<>();
        for (ConfigurationPropertyName section : reader.named(ROOT + ".partitions")) {
            PartitionSettings settings = partition(reader.read(section, JdbcProperties.Partition.class));
            if (settings != null) {
                partitions.add(settings);
            }
        }
        if (reader.isSet(POOL.toString())) {
            problems.add(Problem.missing(
                    POOL,
                    "the pools are those of watertight.jdbc.partitions, so this one would do nothing",
                    "Move what is below " + POOL + " to watertight.jdbc.partitions.<name>.hikari"));
        }
        String primary = primary(reader, partitions);
        ConnectionBudget budget = budget(reader);
        problems.throwIfAny();
        return new JdbcPartitions(List.copyOf(partitions), primary, budget);
    }

    private static @Nullable PartitionSettings partition(Bound<JdbcProperties.Partition> bound) {
        JdbcProperties.Partition options = bound.options();
        Integer size = bound.required("size", options.size(), "to how many connections it has");
        if (size == null) {
            return null;
        }
        var settings = new OptionSetter<>(bound, PartitionSettings.fromConfiguration(bound.name(), 1))
                .set("size", size, PartitionSettings::withSize)
                .set("max-wait", options.maxWait(), PartitionSettings::withMaxWait)
                .set("statement-timeout", options.statementTimeout(), PartitionSettings::withStatementTimeout);
        Map<String, String> hikari = options.hikari() == null ? Map.of() : options.hikari();
        hikari.forEach((option, value) ->
                settings.set("hikari." + option, value, (before, text) -> before.withHikariProperty(option, text)));
        return settings.get();
    }

    private static String primary(PropertyReader reader, List<PartitionSettings> partitions) {
        Bound<JdbcProperties> bound = reader.read(ROOT, JdbcProperties.class);
        String primary = bound.options().primary();
        List<String> names = partitions.stream().map(PartitionSettings::name).toList();
        if (names.isEmpty()) {
            if (reader.named(ROOT + ".partitions").isEmpty()) {
                bound.refuse("partitions", "there is no partition", "Set watertight.jdbc.partitions.<name>.size");
            }
            return "";
        }
        if (primary == null && names.size() > 1) {
            bound.refuse(
                    "primary",
                    "it is required where there are several partitions",
                    "Set watertight.jdbc.primary to one of " + String.join(", ", names));
        }
        if (primary != null && !names.contains(primary)) {
            String nearest = Spelling.nearest(primary, names).orElseThrow();
            bound.refuse(
                    "primary",
                    "there is no such partition; the nearest is " + nearest,
                    "Set watertight.jdbc.primary to one of " + String.join(", ", names));
        }
        return primary == null ? names.getFirst() : primary;
    }

    private static @Nullable ConnectionBudget budget(PropertyReader reader) {
        if (!reader.isSet(ROOT + ".budget")) {
            return null;
        }
        Bound<JdbcProperties.Budget> bound = reader.read(ROOT.append("budget"), JdbcProperties.Budget.class);
        JdbcProperties.Budget options = bound.options();
        Integer instances =
                bound.required("instances", options.instances(), "to how many instances can run at the same time");
        return instances == null
                ? null
                : new OptionSetter<>(bound, ConnectionBudget.ofInstances(1))
                        .set("instances", instances, (one, value) -> ConnectionBudget.ofInstances(value))
                        .set("reserve", options.reserve(), ConnectionBudget::withReserve)
                        .set("max-connections", options.maxConnections(), ConnectionBudget::withMaxConnections)
                        .get();
    }
}
