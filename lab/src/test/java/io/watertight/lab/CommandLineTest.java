// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

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

        assertThat(out()).contains("replay ", "scenarios ", "bench ");
        assertThat(err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "scenarios"})
    void everyCommandHasHelp(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(out()).contains("Usage: watertight " + command);
    }

    @Test
    void scenariosAreListed() {
        assertThat(run("scenarios")).isZero();
        assertThat(out()).contains("inventory-hang  The inventory hang");
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
        assertPage(Files.readString(html), verdict, figures);
        assertThat(xml(Files.readString(svg)).getDocumentElement().getTagName()).isEqualTo("svg");
    }

    private void assertTerminal(String verdict) {
        assertThat(out())
                .doesNotContain("\u001b")
                .contains("open", "walled", "threads busy 6", "Pool drained, after the hang");
        assertThat(out().lines().toList()).allMatch(line -> line.length() <= 100);
        assertThat(out().replaceAll("\\s+", " ")).contains(verdict);
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
