// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.Database;
import io.watertight.lab.scenario.Database.Query;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.ScenarioException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * One PostgreSQL for all variants, and in it a database for each: all of them begin with the same tables.
 *
 * @param scenario what is played
 * @param database its database
 * @param server closed with the stage
 */
record PostgresStage(Scenario scenario, Database database, PostgresServer server) implements Stage {
    /** Classes of SQLSTATE that are not the SQL's fault: connection exception, operator intervention. */
    private static final List<String> GONE = List.of("08", "57");

    @Override
    public Service open(Variant variant, RunClock clock) {
        String url = server.create("variant_" + scenario.variants().indexOf(variant));
        setUp(url);
        Connections connections = Connections.open(url, database, variant.partitions());
        try {
            return new DatabaseService(scenario, database, variant, clock, connections);
        } catch (RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    private void setUp(String url) {
        String key = "database.setup";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            if (!database.setup().isEmpty()) {
                statement.execute(database.setup());
            }
            for (Query query : database.queries()) {
                key = "database.queries." + query.name() + ".sql";
                check(connection, query, key);
            }
        } catch (SQLException e) {
            if (GONE.stream().anyMatch(String.valueOf(e.getSQLState())::startsWith)) {
                throw new IllegalStateException("PostgreSQL has gone: " + firstLine(e), e);
            }
            throw scenario.origin().problem(key, "refused by PostgreSQL, " + firstLine(e) + "; correct the SQL");
        }
    }

    /** The server parses it and runs nothing. */
    private void check(Connection connection, Query query, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
            statement.getMetaData();
            if (statement.getParameterMetaData().getParameterCount() > 0) {
                throw placeholder(key);
            }
        }
    }

    private ScenarioException placeholder(String key) {
        return scenario.origin()
                .problem(
                        key,
                        "has a placeholder ?, but there are no values to bind; write values or random(), and ?? for an"
                                + " operator ?");
    }

    private static String firstLine(SQLException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    @Override
    public void close() {
        server.close();
    }
}
