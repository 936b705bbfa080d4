// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.util.PropertyElf;
import io.watertight.spelling.Spelling;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The options of a partition's pool: HikariCP's, less those that the partition or its database own. */
final class PoolOptions {
    private static final String DRIVER_PROPERTY = "dataSource.";
    private static final Pattern DASHED = Pattern.compile("-([a-z])");

    /** Option to remedy. */
    private static final Map<String, String> OWNED = Map.of(
            "maximumPoolSize", "the size of the partition is the size of its pool: use withSize",
            "jdbcUrl", "it belongs to the database: use Partitions.of(url)",
            "dataSource", "it belongs to the database: use Partitions.of(dataSource)",
            "dataSourceClassName", "it belongs to the database: use Partitions.of(dataSource)",
            "dataSourceJNDI", "it belongs to the database: use Partitions.of(dataSource)",
            "username", "it belongs to the database: use Partitions.withUsername",
            "password", "it belongs to the database: use Partitions.withPassword",
            "credentials", "they belong to the database: use Partitions.withUsername and withPassword");

    private PoolOptions() {}

    /** One option by name; checked at once. */
    static Consumer<HikariConfig> property(String partition, String property, String value) {
        Objects.requireNonNull(property, "property must not be null");
        Objects.requireNonNull(value, "value must not be null");
        String name = property.startsWith(DRIVER_PROPERTY)
                ? property
                : DASHED.matcher(property).replaceAll(dashed -> dashed.group(1).toUpperCase(Locale.ROOT));
        refuseIfOwned(partition, name);
        Collection<String> known = new TreeSet<>(PropertyElf.getPropertyNames(HikariConfig.class));
        known.removeAll(OWNED.keySet());
        if (!name.startsWith(DRIVER_PROPERTY) && !known.contains(name)) {
            throw new IllegalArgumentException("HikariCP has no property '" + property + "' (partition '" + partition
                    + "'): did you mean '" + Spelling.nearest(name, known).orElseThrow() + "'?");
        }
        var properties = new Properties();
        properties.setProperty(name, value);
        try {
            PropertyElf.setTargetFromProperties(new HikariConfig(), properties);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "HikariCP's property '" + property + "' of partition '" + partition + "' cannot be '" + value + "'",
                    e);
        }
        return config -> PropertyElf.setTargetFromProperties(config, properties);
    }

    /** A pool's configuration without its source of connections. */
    static HikariConfig configure(PartitionSettings settings) {
        var config = new HikariConfig();
        config.setPoolName(settings.name());
        config.setMaximumPoolSize(settings.size());
        config.setConnectionTimeout(PartitionSettings.DEFAULT_CONNECTION_TIMEOUT.toMillis());
        settings.poolOptions().forEach(options -> options.accept(config));
        if (config.getMaximumPoolSize() != settings.size()) {
            refuseIfOwned(settings.name(), "maximumPoolSize");
        }
        for (String owned : OWNED.keySet()) {
            if (!owned.equals("maximumPoolSize") && isSet(config, owned)) {
                refuseIfOwned(settings.name(), owned);
            }
        }
        return config;
    }

    private static boolean isSet(HikariConfig config, String owned) {
        return switch (owned) {
            case "credentials" -> false; // read as username and password
            default -> PropertyElf.getProperty(owned, config) != null;
        };
    }

    private static void refuseIfOwned(String partition, String property) {
        String remedy = OWNED.get(property);
        if (remedy != null) {
            throw new IllegalArgumentException(
                    "HikariCP's " + property + " cannot be set for partition '" + partition + "': " + remedy);
        }
    }
}
