// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.watertight.lab.soak.BrokenKinds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import picocli.CommandLine;

class CommandLineTest {
    private static final String YAML = """
            title: "A <small> & quick hang"
            duration: 1s
            deadline: 300ms
            pool: {threads: 6, queue: 2}
            dependencies:
              slow:
                latency: 5ms
                changes: [{at: 250ms, latency: 2s}]
              good: {latency: 5ms}
            endpoints:
              slow: {calls: slow, rate: 40/s}
              good: {calls: good, rate: 20/s}
            variants:
              open:
              walled:
                walls: {slow: {bulkhead: {max-concurrent-calls: 2}}}
              patient:
                title: timeout inside the wall
                on-request: true
                walls: {slow: {bulkhead: 2, timeout: 200ms}}
              pooled:
                on-request: true
                walls: {slow: {thread-pool: {threads: 2, queue: 1, timeout: 200ms}}}
            """;

    private static final String DATABASE = """
            duration: 1500ms
            deadline: 500ms
            database:
              connections: 4
              queries:
                oltp: {sql: SELECT 1}
                reports: {sql: SELECT pg_sleep(1)}
            endpoints:
              oltp: {calls: oltp, rate: 40/s}
              reports: {calls: reports, rate: 10/s, from: 500ms, deadline: 2s}
            variants:
              shared:
              parted:
                partitions: {oltp: {connections: 2}, reports: {connections: 2, max-wait: 0s}}
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return run(false, 100, args);
    }

    private int run(boolean ansi, int columns, String... args) {
        return Main.run(
                new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), ansi, columns),
                args);
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--help"})
    void helpListsEveryCommand(String args) {
        assertThat(args.isEmpty() ? run() : run(args)).isZero();

        assertThat(out()).contains("replay ", "scenarios ", "size ", "soak ", "bench ", "shop ");
        assertThat(err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "scenarios", "size", "soak"})
    void everyCommandHasHelp(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(out()).contains("Usage: watertight " + command);
    }

    @Test
    void scenariosAreListed() {
        assertThat(run("scenarios")).isZero();
        assertThat(out())
                .contains("inventory-hang  The inventory hang", "reports-starve-oltp  Reports that starve OLTP");
    }

    @Test
    void theVariantsOfAScenarioAreListed() {
        assertThat(run("replay", "inventory-hang", "--list")).isZero();
        assertThat(out().lines().map(String::strip))
                .contains(
                        "no-walls                   no walls",
                        "thread-pool                thread pool of 40  (on request)");
    }

    @Test
    void theVariantsOfTheDatabaseScenarioAreListed() {
        assertThat(run("replay", "reports-starve-oltp", "--list")).isZero();
        assertThat(out().lines().map(String::strip))
                .containsExactly(
                        "shared-pool      one pool of 20",
                        "partitions       partitions of 5 and 15",
                        "patient-reports  parted, reports wait 2 s  (on request)");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void aReplayOnADatabaseWritesEveryReportInItsOwnWords(@TempDir Path folder) throws Exception {
        Path scenario = Files.writeString(folder.resolve("quick.yaml"), DATABASE);
        Path html = folder.resolve("x.html");
        Path json = folder.resolve("x.json");
        Path svg = folder.resolve("x.svg");

        int code = run(
                "replay",
                scenario.toString(),
                "--html",
                html.toString(),
                "--json",
                json.toString(),
                "--svg",
                svg.toString());

        assertThat(code).as(this::err).isZero();
        assertThat(err()).contains("Starts a PostgreSQL of its own first", "of 4 connections in use");
        JsonNode figures = new ObjectMapper().readTree(json.toFile());
        assertThat(figures.get("threads").isNull()).isTrue();
        assertThat(figures.at("/database/connections").asInt()).isEqualTo(4);
        assertThat(figures.at("/variants/1/walls/1/kind").asText()).isEqualTo("partition");
        String verdict = figures.get("verdict").asText();
        assertThat(verdict).contains("connections were in use", "of the oltp requests were served");
        assertThat(out())
                .contains("connections 4", "held by oltp", "held by reports", "Requests served, rejected, failed")
                .doesNotContain("page", "thread", "hang");
        assertThat(out().replaceAll("\\s+", " ")).contains(verdict);
        assertThat(out().lines().toList()).allMatch(line -> line.length() <= 100);
        assertThat(xml(Files.readString(html)).getElementsByTagName("p").item(1).getTextContent())
                .contains("reports after 2 s", "a virtual thread for each request and 4 connections");
        assertThat(xml(Files.readString(svg)).getDocumentElement().getTextContent())
                .contains("connections in use", "of these, in reports", "oltp requests")
                .doesNotContain("pages", "threads");
    }

    @Test
    void anUnknownVariantIsRefused() {
        assertThat(run("replay", "inventory-hang", "--variant", "nope")).isEqualTo(2);
        assertRefused("--variant: \"nope\" is no variant of inventory-hang; it has no-walls, bulkhead,"
                + " semaphore-without-timeout, timeout-inside, thread-pool");
    }

    @Test
    void allAndSomeVariantsTogetherAreRefused() {
        assertThat(run("replay", "inventory-hang", "--all", "--variant", "bulkhead"))
                .isEqualTo(2);
        assertThat(err())
                .contains("--variant=NAME, --all are mutually exclusive")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"--seconds,0,1,604800", "--seconds,-1,1,604800", "--threads,1,2,1000", "--threads,1001,2,1000"})
    void aSoakOutOfRangeIsRefused(String option, String value, int min, int max) {
        assertThat(run("soak", option, value)).isEqualTo(2);
        assertRefused(option + ": \"" + value + "\" is out of range, write a whole number from " + min + " to " + max
                + "; see \"watertight soak --help\"");
    }

    @Test
    void aSoakOfNoNumberIsRefused() {
        assertThat(run("soak", "--seconds", "soon")).isEqualTo(2);
        assertRefused("Invalid value for option '--seconds': 'soon' is not an int; see \"watertight soak --help\"");
    }

    @Test
    void aSoakPrintsWhatItSaw() {
        assertThat(run("soak", "--seconds", "1", "--seed", "3", "--threads", "8"))
                .as(this::out)
                .isZero();
        assertThat(out())
                .contains("bulkhead(timeout)", "calls in ", "8 threads, seed 3")
                .contains("0 lost, 0 above the limit, 0 started after it was given up");
        assertThat(out().lines().toList()).allMatch(line -> line.length() <= 110);
    }

    @Test
    void aSoakOfABrokenPolicyEndsWithOne() {
        var terminal = new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 100);
        var command = new SoakCommand(terminal, List.of(BrokenKinds.aboveItsLimit()));

        assertThat(new CommandLine(command).execute("--seconds", "60", "--seed", "5"))
                .isEqualTo(1);

        assertThat(out()).contains("VIOLATED: above the limit: 2 operations were active at once", "too wide: 2 for 1");
    }

    private void assertRefused(String line) {
        assertThat(err()).isEqualTo("watertight: " + line + System.lineSeparator());
        assertThat(out()).isEmpty();
    }

    @Test
    void anUnknownScenarioNamesTheNearest() {
        assertThat(run("replay", "inventory-hnag")).isEqualTo(2);
        assertRefused(
                "no scenario \"inventory-hnag\"; did you mean \"inventory-hang\"? \"watertight scenarios\" lists them,"
                        + " your own is a file that ends in .yaml");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(run("replay", "no-such.yaml")).isEqualTo(2);
        assertRefused("no-such.yaml: no such file; check the path, or see \"watertight scenarios\"");
    }

    @Test
    void anUnknownCommandIsOneLine() {
        assertThat(run("replya")).isEqualTo(2);
        assertRefused("Unmatched argument at index 0: 'replya'; did you mean \"replay\"?");
    }

    @Test
    void anUnknownOptionIsOneLine() {
        assertThat(run("replay", "inventory-hang", "--htm", "x")).isEqualTo(2);
        assertThat(err()).startsWith("watertight: Unknown option").hasLineCount(1);
    }

    @Test
    void aMissingArgumentIsOneLine() {
        assertThat(run("replay")).isEqualTo(2);
        assertRefused("Missing required parameter: 'SCENARIO'; see \"watertight replay --help\"");
    }

    @Test
    void anOutputThatCannotBeWrittenIsRefusedBeforeTheReplay() {
        assertThat(run("replay", "inventory-hang", "--html", "no/such/folder/x.html"))
                .isEqualTo(2);
        assertRefused(
                "--html: \"no/such/folder/x.html\" is not a file in a folder that exists; create the folder or name"
                        + " another file");
    }

    @Test
    void aReplayWritesEveryReport(@TempDir Path folder) throws Exception {
        Path scenario = Files.writeString(folder.resolve("quick.yaml"), YAML);
        Path html = folder.resolve("x.html");
        Path json = folder.resolve("x.json");
        Path svg = folder.resolve("x.svg");

        int code = run(
                "replay",
                scenario.toString(),
                "--html",
                html.toString(),
                "--json",
                json.toString(),
                "--svg",
                svg.toString());

        assertThat(err()).contains("Wrote " + html, "Wrote " + json, "Wrote " + svg);
        assertThat(code).isZero();
        JsonNode figures = new ObjectMapper().readTree(json.toFile());
        String verdict = figures.get("verdict").asText();
        assertThat(figures.get("variants")).hasSize(2);
        assertTerminal(verdict);
        assertPredictions(figures);
        assertPage(Files.readString(html), verdict, figures);
        assertThat(xml(Files.readString(svg)).getDocumentElement().getTagName()).isEqualTo("svg");
    }

    @Test
    void fourVariantsFitTheTerminal(@TempDir Path folder) throws Exception {
        Path scenario = Files.writeString(folder.resolve("quick.yaml"), YAML);
        Path json = folder.resolve("x.json");

        int code = run("replay", scenario.toString(), "--all", "--json", json.toString());

        assertThat(code).as(this::err).isZero();
        assertThat(err()).contains("4 variants, 1.0 s each");
        assertThat(out()).contains("timeout inside the wall", "longest");
        assertThat(out().replaceAll("\\s+", " ")).contains("Only the timeout gives threads back");
        assertThat(out().lines().toList()).allMatch(line -> line.length() <= 100);
        JsonNode patient = new ObjectMapper().readTree(json.toFile()).at("/variants/2");
        assertThat(patient.get("name").asText()).isEqualTo("patient");
        assertThat(patient.at("/walls/0/timeoutMillis").asDouble()).isEqualTo(200);
        assertThat(patient.at("/dependencies/0/timeouts").asInt()).isPositive();
    }

    private void assertTerminal(String verdict) {
        assertThat(out())
                .doesNotContain("\u001b")
                .contains("open", "walled", "threads busy 6", "Pool drained, after the hang");
        assertThat(out().lines().toList()).allMatch(line -> line.length() <= 100);
        assertThat(out().replaceAll("\\s+", " ")).contains(verdict);
    }

    /** 80 erlangs on 2 permits: 97.5 % are rejected; without a wall 6 threads reject 92.6 % of everybody. */
    private void assertPredictions(JsonNode figures) {
        assertThat(out()).contains("Measured (predicted)", "slow: rejected since the hang", "(97.5 %)", "(92.6 %)");
        assertThat(out().replaceAll("\\s+", " ")).contains("Predicted by Erlang's formulas");
        JsonNode hang = figures.at("/variants/1/phases/1");
        JsonNode wall = hang.at("/walls/0");
        assertThat(hang.get("fromSeconds").asDouble()).isEqualTo(0.25);
        assertThat(wall.get("formula").asText()).isEqualTo("Erlang B");
        assertThat(wall.get("erlangs").asDouble()).isEqualTo(80);
        assertThat(wall.at("/rejected/predictedPercent").asDouble()).isBetween(97.4, 97.6);
        assertThat(wall.at("/rejected/measuredPercent").asDouble()).isBetween(50.0, 100.0);
        assertThat(wall.at("/rejected/count").asInt()).isPositive();
        assertThat(figures.at("/variants/0/phases/1/healthy/predictedPercent").asDouble())
                .isBetween(92.5, 92.7);
        assertThat(figures.at("/variants/0/phases/0/walls")).isEmpty();
    }

    private static void assertPage(String page, String verdict, JsonNode figures) throws Exception {
        Document document = xml(page);
        List<String> figureCells = IntStream.range(
                        0, document.getElementsByTagName("td").getLength())
                .mapToObj(i -> document.getElementsByTagName("td").item(i).getTextContent())
                .toList();
        assertThat(document.getElementsByTagName("h1").item(0).getTextContent()).isEqualTo("A <small> & quick hang");
        assertThat(document.getElementsByTagName("p").item(0).getTextContent()).isEqualTo(verdict);
        assertThat(figureCells)
                .contains(figures.at("/variants/1/dependencies/0/rejections").asText())
                .contains(figures.at("/variants/0/busyAtMost").asText());
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(page.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xhtml", ""))
                .doesNotContain("http:", "https:", "url(", "@import", "src=", "href=");
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }
}
