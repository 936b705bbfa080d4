// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import io.watertight.lab.scenario.Database.Partition;
import io.watertight.lab.scenario.Database.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the database of a scenario, and how a variant parts its connections. */
final class DatabaseReader {
    /** The server admits 300; the pools of a variant that has just ended may count for a moment. */
    private static final int MOST_CONNECTIONS = 100;

    /** HikariCP takes no shorter one. */
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);

    /** HikariCP's own. */
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(30);

    private DatabaseReader() {}

    /** Empty where the scenario has none. */
    static Optional<Database> read(Section root) {
        if (!root.has("database")) {
            return Optional.empty();
        }
        for (String key : List.of("pool", "dependencies")) {
            if (root.has(key)) {
                throw root.problem(
                        key,
                        "cannot stand beside database, whose connections are what is short; remove one of the two");
            }
        }
        Section section = root.section("database", SectionKind.DATABASE);
        List<Query> queries = new ArrayList<>();
        section.requiredNamed("queries", SectionKind.QUERY, ScenarioReader.MOST_NAMES)
                .forEach((name, query) ->
                        queries.add(new Query(name, query.requiredText("sql", "write one SQL statement"))));
        return Optional.of(new Database(
                section.requiredNumber("connections", 1, MOST_CONNECTIONS),
                section.duration("max-wait", SHORTEST_WAIT, ScenarioReader.LONGEST_DEADLINE)
                        .orElse(DEFAULT_WAIT),
                section.text("setup").orElse(""),
                queries));
    }

    /** The partitions of a variant; empty where it has none. */
    static Map<String, Partition> partitions(Section variant, @Nullable Database database) {
        if (database == null) {
            refuse(variant, "partitions", "walls, or give the scenario a database");
            return Map.of();
        }
        refuse(variant, "walls", "partitions, which are the walls of a database");
        List<String> names = database.queries().stream().map(Query::name).toList();
        Map<String, Partition> partitions = new LinkedHashMap<>();
        variant.named("partitions", SectionKind.PARTITION).forEach((name, section) -> {
            if (!names.contains(name)) {
                throw section.problem("no query has this name; " + Nearest.hint(name, names));
            }
            partitions.put(
                    name,
                    new Partition(
                            section.requiredNumber("connections", 1, MOST_CONNECTIONS),
                            section.duration("max-wait", Duration.ZERO, ScenarioReader.LONGEST_DEADLINE)
                                    .orElse(database.maxWait())));
        });
        if (!partitions.isEmpty()) {
            checkSum(variant, partitions, names, database);
        }
        return partitions;
    }

    private static void refuse(Section variant, String key, String remedy) {
        if (variant.has(key)) {
            throw variant.problem(key, "have no place in this scenario; write " + remedy);
        }
    }

    private static void checkSum(
            Section variant, Map<String, Partition> partitions, List<String> queries, Database database) {
        for (String query : queries) {
            if (!partitions.containsKey(query)) {
                throw variant.problem(
                        "partitions", "leave query " + query + " without a connection; give it a partition too");
            }
        }
        int sum = partitions.values().stream().mapToInt(Partition::connections).sum();
        if (sum != database.connections()) {
            throw variant.problem(
                    "partitions",
                    "have " + sum + " connections together, but database.connections is " + database.connections()
                            + "; make them equal, or the variants cannot be compared");
        }
    }
}
