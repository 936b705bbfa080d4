// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Where the connections of all partitions come from: a URL or a data source, and a user. */
record Database(
        @Nullable String url,
        @Nullable DataSource dataSource,
        @Nullable String username,
        @Nullable String password) {

    Database {
        if (url != null) {
            refuseTwice(url, "user", username);
            refuseTwice(url, "password", password);
        }
    }

    /** Which of the two wins differs among drivers. */
    private static void refuseTwice(String url, String property, @Nullable String value) {
        if (value != null
                && Pattern.compile("(?i)[?&;]" + property + "=").matcher(url).find()) {
            throw new IllegalArgumentException("The URL " + masked(url) + " has a " + property
                    + " already, so another one might do nothing: take it out of the URL");
        }
    }

    static Database of(String url) {
        Objects.requireNonNull(url, "url must not be null: it names the database, as in jdbc:postgresql://host/name");
        if (!url.startsWith("jdbc:")) {
            throw new IllegalArgumentException("url must begin with jdbc:, was \"" + masked(url)
                    + "\": name the database as in jdbc:postgresql://host/name");
        }
        return new Database(url, null, null, null);
    }

    static Database of(DataSource dataSource) {
        Objects.requireNonNull(dataSource, "dataSource must not be null: give the driver's data source");
        if (dataSource instanceof HikariDataSource || dataSource instanceof Partition) {
            throw new IllegalArgumentException(
                    dataSource + " is a pool itself, and each partition makes one of its own:"
                            + " give the driver's data source or a URL");
        }
        return new Database(null, dataSource, null, null);
    }

    Database withUsername(@Nullable String other) {
        return new Database(url, dataSource, other, password);
    }

    Database withPassword(@Nullable String other) {
        return new Database(url, dataSource, username, other);
    }

    /** The source of plain connections behind one pool. */
    DataSource source(PartitionSettings settings, HikariConfig config) {
        if (url == null) {
            if (config.getDriverClassName() != null
                    || !config.getDataSourceProperties().isEmpty()) {
                throw new IllegalArgumentException("Partition '" + settings.name() + "' has properties for the driver,"
                        + " which would do nothing: set them on the data source that Partitions.of was given");
            }
            return Objects.requireNonNull(dataSource);
        }
        try {
            return driven(config, config.getDriverClassName());
        } catch (RuntimeException e) {
            String driver = config.getDriverClassName() == null ? driverOfThisThread(url) : null;
            if (driver == null) {
                throw new IllegalStateException(
                        "No JDBC driver for " + this + ": put the database's driver on the class path", e);
            }
            return driven(config, driver);
        }
    }

    private DataSource driven(HikariConfig config, @Nullable String driver) {
        var properties = new Properties();
        properties.putAll(config.getDataSourceProperties());
        boolean limited = limitsHandshake(properties, config);
        DataSource source = new DriverDataSource(url, driver, properties, username, password);
        return limited ? new SessionSource(source, session -> session.setNetworkTimeout(Runnable::run, 0)) : source;
    }

    /**
     * Lets PostgreSQL's driver give up on a server that accepts a connection and then says nothing: it knows no other limit
     * for that than a socket timeout, which is lifted again once the session is there.
     */
    private boolean limitsHandshake(Properties properties, HikariConfig config) {
        String property = "socketTimeout";
        if (url == null || !url.startsWith("jdbc:postgresql:") || url.contains(property + "=")) {
            return false;
        }
        return properties.putIfAbsent(property, String.valueOf(loginSeconds(config))) == null;
    }

    private static int loginSeconds(HikariConfig config) {
        return (int) Math.max(
                1,
                Duration.ofMillis(config.getConnectionTimeout()).plusMillis(500).toSeconds());
    }

    /** DriverManager looks for drivers once, which misses those of applications that a container loads later. */
    private static @Nullable String driverOfThisThread(String url) {
        try {
            for (Driver driver : ServiceLoader.load(Driver.class)) {
                if (driver.acceptsURL(url)) {
                    return driver.getClass().getName();
                }
            }
        } catch (SQLException | ServiceConfigurationError broken) {
            // as good as none
        }
        return null;
    }

    /** One connection as the pool would open it. */
    Connection connect(DataSource source, HikariConfig config) throws SQLException {
        try {
            source.setLoginTimeout(loginSeconds(config));
        } catch (SQLException | UnsupportedOperationException none) {
            // not every data source has one; HikariCP goes on without it too
        }
        Credentials credentials = config.getCredentialsProvider() == null
                ? Credentials.of(username, password)
                : config.getCredentialsProvider().getCredentials();
        return credentials.getUsername() == null
                ? source.getConnection()
                : source.getConnection(credentials.getUsername(), credentials.getPassword());
    }

    /** Lets the pool of a partition take its sessions from here, with the statement timeout set. */
    void supply(HikariConfig config, DataSource source, @Nullable String sessionSql) {
        config.setUsername(username);
        config.setPassword(password);
        config.setJdbcUrl(url); // HikariCP knows a driver's faults by it
        config.setDriverClassName(null);
        config.setDataSource(sessionSql == null ? source : SessionSource.withStatement(source, sessionSql));
    }

    /** The same for all that is the same database with the same user, in the arithmetic of a budget. */
    Object identity() {
        return new Database(url, dataSource, username, null);
    }

    /** Without what may be secret: the user and password of the URL, and its properties. */
    @Override
    public String toString() {
        return url == null ? String.valueOf(dataSource) : masked(url);
    }

    private static String masked(String url) {
        return url.replaceAll("[?;].*", "").replaceAll("//[^/@]*@", "//");
    }
}
