// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import io.watertight.lab.scenario.Scenario.Dependency;
import io.watertight.lab.scenario.Scenario.Endpoint;
import io.watertight.lab.scenario.Scenario.Pool;
import io.watertight.lab.scenario.Scenario.Variant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a scenario from YAML and refuses whatever cannot be meant, before anything starts. */
public final class ScenarioReader {
    static final Duration SHORTEST_RUN = Duration.ofMillis(500);
    static final Duration LONGEST_RUN = Duration.ofMinutes(10);
    static final Duration SHORTEST_DEADLINE = Duration.ofMillis(1);
    static final Duration LONGEST_DEADLINE = Duration.ofMinutes(1);
    static final int MOST_THREADS = 2_000;
    static final int LONGEST_QUEUE = 100_000;
    static final int MOST_PER_SECOND = 2_000;

    static final int MOST_NAMES = 8;
    private static final int DEFAULT_SEED = 42;

    private ScenarioReader() {}

    /**
     * Reads and checks a scenario.
     *
     * @param name of the scenario
     * @param file as error messages shall call it
     * @param text the YAML
     * @return the scenario
     * @throws ScenarioException if anything about it is wrong
     */
    public static Scenario parse(String name, String file, String text) {
        Section root = Section.root(YamlDocument.parse(file, text));
        Duration duration = root.requiredDuration("duration", SHORTEST_RUN, LONGEST_RUN);
        Duration deadline = root.requiredDuration("deadline", SHORTEST_DEADLINE, LONGEST_DEADLINE);
        Database database = DatabaseReader.read(root).orElse(null);
        List<Dependency> dependencies = database == null ? dependencies(root, duration) : List.of();
        List<String> names = database == null
                ? dependencies.stream().map(Dependency::name).toList()
                : database.queries().stream().map(Database.Query::name).toList();
        Scenario scenario = new Scenario(
                name,
                root.text("title").orElse(name),
                root.text("description").orElse(""),
                duration,
                deadline,
                root.number("seed", 0, Integer.MAX_VALUE).orElse(DEFAULT_SEED),
                database == null ? pool(root.section("pool", SectionKind.POOL)) : null,
                database,
                dependencies,
                endpoints(root, names, duration, deadline),
                variants(root, names, database),
                root.origin());
        refuseSharedPorts(scenario);
        return scenario;
    }

    private static List<Dependency> dependencies(Section root, Duration duration) {
        List<Dependency> dependencies = new ArrayList<>();
        root.requiredNamed("dependencies", SectionKind.DEPENDENCY, MOST_NAMES)
                .forEach((key, section) -> dependencies.add(DependencyReader.read(key, section, duration)));
        return dependencies;
    }

    private static Pool pool(Section section) {
        return new Pool(
                section.requiredNumber("threads", 1, MOST_THREADS),
                section.requiredNumber("queue", 0, LONGEST_QUEUE),
                section.number("port", 1, 65_535).orElse(0));
    }

    private static List<Endpoint> endpoints(Section root, List<String> callees, Duration duration, Duration deadline) {
        String kind = root.has("database") ? "query" : "dependency";
        List<Endpoint> endpoints = new ArrayList<>();
        root.requiredNamed("endpoints", SectionKind.ENDPOINT, MOST_NAMES).forEach((name, section) -> {
            String calls = section.requiredText("calls", "name the " + kind + " that it needs");
            if (!callees.contains(calls)) {
                throw section.problem(
                        "calls", "\"" + calls + "\" is no " + kind + " here; " + Nearest.hint(calls, callees));
            }
            endpoints.add(new Endpoint(
                    name,
                    calls,
                    section.requiredRate("rate"),
                    from(section, duration),
                    section.duration("deadline", SHORTEST_DEADLINE, LONGEST_DEADLINE)
                            .orElse(deadline)));
        });
        double total = endpoints.stream().mapToDouble(Endpoint::perSecond).sum();
        if (total > MOST_PER_SECOND) {
            throw root.problem(
                    "endpoints",
                    String.format(
                            Locale.ROOT,
                            "%.0f/s in all is above %d/s, more than one machine can send and"
                                    + " answer without distorting the result; lower the rates, and pool and walls with them",
                            total,
                            MOST_PER_SECOND));
        }
        return endpoints;
    }

    private static Duration from(Section endpoint, Duration duration) {
        Duration from = endpoint.duration("from", Duration.ZERO, LONGEST_RUN).orElse(Duration.ZERO);
        if (from.compareTo(duration) >= 0) {
            throw endpoint.problem(
                    "from",
                    "\"" + endpoint.text("from").orElseThrow() + "\" is not before the end of the run; lengthen"
                            + " duration, or let its requests begin earlier");
        }
        return from;
    }

    private static List<Variant> variants(Section root, List<String> callees, @Nullable Database database) {
        List<Variant> variants = new ArrayList<>();
        Map<String, String> titles = new HashMap<>();
        root.requiredNamed("variants", SectionKind.VARIANT, MOST_NAMES).forEach((name, section) -> {
            Map<String, Wall> walls = database == null ? walls(section, callees) : Map.of();
            String title = section.text("title").orElse(name);
            String other = titles.put(title, name);
            if (other != null) {
                throw section.problem(
                        "\"" + title + "\" is also what variant " + other + " is called; give it a title of its own");
            }
            variants.add(new Variant(
                    name, title, section.flag("on-request"), walls, DatabaseReader.partitions(section, database)));
        });
        if (variants.stream().allMatch(Variant::onRequest)) {
            throw root.problem("variants", "every one is on-request, so none would run; remove it from one of them");
        }
        return variants;
    }

    private static Map<String, Wall> walls(Section variant, List<String> dependencies) {
        Map<String, Wall> walls = new LinkedHashMap<>();
        variant.named("walls", SectionKind.WALL).forEach((dependency, wall) -> {
            if (!dependencies.contains(dependency)) {
                throw wall.problem("no dependency has this name; " + Nearest.hint(dependency, dependencies));
            }
            walls.put(dependency, WallReader.read(wall));
        });
        return walls;
    }

    private static void refuseSharedPorts(Scenario scenario) {
        Map<Integer, String> taken = new HashMap<>();
        if (scenario.pool() != null) {
            taken.put(scenario.pool().port(), "pool.port");
        }
        for (Dependency dependency : scenario.dependencies()) {
            String path = "dependencies." + dependency.name() + ".port";
            String other = dependency.port() == 0 ? null : taken.put(dependency.port(), path);
            if (other != null) {
                throw scenario.origin()
                        .problem(
                                path,
                                "\"" + dependency.port() + "\" is also the value of " + other
                                        + "; give each its own port, or leave it out to take a free one");
            }
        }
    }
}
