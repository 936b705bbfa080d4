// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every query of the board and of the alerts finds what it looks for in a real Prometheus that scrapes the meters. */
class GrafanaTest {
    private static final Path FOLDER = Path.of("../docs/grafana");
    private static final Path ALERTS = FOLDER.resolve("alerts.yml");
    private static final Pattern VARIABLE = Pattern.compile("label_values\\((.*), (\\w+)\\)");
    private static final Pattern SELECTOR = Pattern.compile("watertight_\\w+(\\{[^}]*})?");
    private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");
    private static final String ANY = ".*";

    private static @Nullable Fleet fleet;
    private static @Nullable PrometheusServer prometheus;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        PrometheusServer.assumeInstalled();
        var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var ships = new Fleet();
        fleet = ships;
        WatertightMeters.of(ships.registry).withPercentileHistograms(true).bindTo(meters);
        ships.fill();
        prometheus = new PrometheusServer(folder, ALERTS, () -> {
            ships.traffic();
            return meters.scrape();
        });
        prometheus.awaitReady();
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (prometheus != null) {
            prometheus.close();
        }
        if (fleet != null) {
            fleet.close();
        }
    }

    private static PrometheusServer prometheus() {
        if (prometheus == null) {
            throw new AssertionError("not started");
        }
        return prometheus;
    }

    static JsonNode board() throws IOException {
        return new ObjectMapper().readTree(FOLDER.resolve("watertight.json").toFile());
    }

    record Target(String panel, String expression, String legend) {
        /** The expression as Grafana sends it, for that choice in the list of names. */
        String with(String name) {
            return expression
                    .replace("$__rate_interval", "1m")
                    .replace("$name", name)
                    .replace("$kind", ANY)
                    .replace("$instance", ANY);
        }

        @Override
        public String toString() {
            return panel + ": " + legend;
        }
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    static List<Target> targets() throws IOException {
        List<Target> all = new ArrayList<>();
        for (JsonNode panel : board().get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                all.add(new Target(
                        panel.get("title").asText(),
                        target.get("expr").asText(),
                        target.get("legendFormat").asText()));
            }
        }
        assertThat(all).hasSizeGreaterThan(15);
        return all;
    }

    /** The series with a number; a share of no calls at all is none. */
    private static List<JsonNode> numbers(String expression) {
        return stream(prometheus().query(expression))
                .filter(series -> Double.isFinite(series.get("value").get(1).asDouble(Double.NaN)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void everyQueryFindsItsSeries(Target target) {
        TestThreads.eventually(
                target.with(ANY), () -> !numbers(target.with(ANY)).isEmpty());
        JsonNode labels = numbers(target.with(ANY)).getFirst().get("metric");
        assertThat(LABEL.matcher(target.legend).results().map(label -> label.group(1)))
                .isNotEmpty()
                .allSatisfy(label -> assertThat(labels.has(label)).as(label).isTrue());
    }

    @ParameterizedTest
    @MethodSource("targets")
    void everyQueryFollowsTheVariables(Target target) {
        assertThat(target.expression).contains("$name", "$kind", "$instance");
        assertThat(prometheus().query(target.with("nobody"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Saturation, checkout, 1",
        "Saturation, oltp, 0",
        "Active and limit, oltp, 30",
        "Waiting and queued, checkout, 1",
        "Waiting and queued, mail, 1",
        "Timeouts and stragglers, reports, 1",
        "Rejected share, bad, -1",
        "Instances by state, bad, 1"
    })
    void thePanelsShowTheStateOfTheFleet(String panel, String name, double value) throws IOException {
        List<Target> targets =
                targets().stream().filter(target -> target.panel.equals(panel)).toList();
        assertThat(targets).isNotEmpty();
        if (value < 0) { // a circuit breaker is no bulkhead
            targets.forEach(target -> assertThat(numbers(target.with(name))).isEmpty());
            return;
        }
        TestThreads.eventually(
                panel + " of " + name + " is " + value,
                () -> targets.stream()
                        .flatMap(target -> numbers(target.with(name)).stream())
                        .anyMatch(series -> series.get("value").get(1).asDouble() == value));
    }

    /** One of four calls is rejected at each scrape. */
    @Test
    void theRejectedShareIsThatOfTheCalls() throws IOException {
        Target share = targets().stream()
                .filter(target -> target.panel.equals("Rejected share"))
                .findFirst()
                .orElseThrow();
        TestThreads.eventually(
                "a quarter is rejected",
                () -> numbers(share.with("inventory")).stream()
                        .anyMatch(series -> Math.abs(series.get("value").get(1).asDouble() - 0.25) < 1e-6));
    }

    static List<JsonNode> variables() throws IOException {
        return stream(board().get("templating").get("list")).toList();
    }

    @ParameterizedTest
    @MethodSource("variables")
    void everyVariableHasValues(JsonNode variable) {
        var query = VARIABLE.matcher(variable.get("query").get("query").asText());
        assertThat(query.matches()).isTrue();
        assertThat(query.group(2)).isEqualTo(variable.get("name").asText());
        String match = query.group(1).replaceAll("\\$\\w+", ANY);
        TestThreads.eventually(
                "values for " + variable.get("name"),
                () -> !prometheus()
                        .get("/api/v1/label/" + query.group(2) + "/values?match[]=" + PrometheusServer.encoded(match))
                        .isEmpty());
    }

    @Test
    void theBoardCanBeImported() throws IOException {
        JsonNode board = board();
        assertThat(board.get("id").isNull()).isTrue();
        assertThat(board.get("__inputs").get(0).get("name").asText()).isEqualTo("DS_PROMETHEUS");
        assertThat(board.findValuesAsText("uid"))
                .allSatisfy(uid -> assertThat(uid).isIn("watertight", "${DS_PROMETHEUS}"));
        Set<Integer> ids = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (JsonNode panel : board.get("panels")) {
            assertThat(ids.add(panel.get("id").asInt())).isTrue();
            JsonNode place = panel.get("gridPos");
            for (int x = place.get("x").asInt();
                    x < place.get("x").asInt() + place.get("w").asInt();
                    x++) {
                for (int y = place.get("y").asInt();
                        y < place.get("y").asInt() + place.get("h").asInt();
                        y++) {
                    assertThat(x).isLessThan(24);
                    assertThat(places.add(x + "," + y))
                            .as("overlap at " + panel.get("title"))
                            .isTrue();
                }
            }
        }
    }

    private static List<JsonNode> rules() {
        return stream(prometheus().get("/api/v1/rules").get("groups"))
                .flatMap(group -> stream(group.get("rules")))
                .toList();
    }

    @Test
    void everyAlertIsEvaluatedAndDocumented() throws IOException {
        TestThreads.eventually(
                "all are evaluated",
                () -> rules().stream()
                        .noneMatch(rule -> rule.get("health").asText().equals("unknown")));
        String page = Files.readString(Path.of("../docs/how-to/meters-and-alerts.md"));
        assertThat(rules()).hasSize(6).allSatisfy(rule -> {
            assertThat(rule.get("health").asText()).as(rule.toString()).isEqualTo("ok");
            assertThat(page)
                    .contains("| `" + rule.get("name").asText() + "` | "
                            + rule.get("labels").get("severity").asText() + " |");
        });
    }

    @Test
    void everySelectorOfAnAlertFindsSeries() {
        List<String> selectors = rules().stream()
                .flatMap(rule -> SELECTOR.matcher(rule.get("query").asText()).results())
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(selectors)
                .hasSizeGreaterThan(5)
                .allSatisfy(selector -> TestThreads.eventually(
                        selector, () -> !numbers(selector).isEmpty()));
    }

    /** With series made up for it, each alert fires when it should, and a healthy service pages nobody. */
    @Test
    void theAlertsFireWhenTheyShould(@TempDir Path folder) throws Exception {
        Path test = folder.resolve("alerts-test.yml");
        Path output = folder.resolve("output");
        Files.writeString(
                test,
                Files.readString(Path.of("src/test/resources/alerts-test.yml"))
                        .replace("THE_ALERTS", ALERTS.toRealPath().toString()));
        Process promtool = new ProcessBuilder("promtool", "test", "rules", test.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(promtool.waitFor()).as(Files.readString(output)).isZero();
    }
}
