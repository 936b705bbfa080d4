// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int size(int columns, String... args) {
        List<String> all = new ArrayList<>(List.of("size"));
        all.addAll(List.of(args));
        var terminal =
                new Terminal(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, columns);
        return Main.run(terminal, all.toArray(String[]::new));
    }

    private int size(String line) {
        return size(100, line.split(" "));
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private JsonNode json(String line) throws Exception {
        assertThat(size(line + " --json")).as(err.toString(UTF_8)).isZero();
        return new ObjectMapper().readTree(out());
    }

    @Test
    void answersForTheInventoryHang() {
        assertThat(size("--rate 100/s --mean 20ms --p99 200ms --degraded 5s")).isZero();

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(out())
                .contains("100/s × 20 ms = 2 erlangs")
                .contains("2 calls are in flight on average")
                .contains("100/s × p99 200 ms × 2 = 40 permits")
                .contains("Rejected, by permits")
                .contains("▲ 8")
                .contains("Take 8 permits.");
        assertThat(out().lines().map(line -> line.replaceAll(" {2,}", "  ")))
                .contains(
                        "at most 1 %  7  0.34 %  6.99  98.6 %  < 0.0001 %  never",
                        "at most 0.1 %  8  0.086 %  7.98  98.4 %  < 0.0001 %  never",
                        "at most 0.01 %  10  0.0038 %  9.98  98 %  < 0.0001 %  never",
                        "rule of thumb  40  < 0.0001 %  39.9  92 %  < 0.0001 %  never",
                        "no wall  –  –  198  60.4 %  60.4 %  1.96 s");
    }

    @Test
    void readsUnitsAsPeopleWriteThem() throws Exception {
        JsonNode figures = json("--rate 6000/min --mean PT0.02S --p99 0.2s --degraded 5000ms --target 0.001 --pool 300"
                + " --max-wait 50ms --others 12000/min");

        assertThat(figures.get("perSecond").asDouble()).isEqualTo(100);
        assertThat(figures.get("meanMillis").asDouble()).isEqualTo(20);
        assertThat(figures.get("degradedMillis").asDouble()).isEqualTo(5000);
        assertThat(figures.get("maxWaitMillis").asDouble()).isEqualTo(50);
        assertThat(figures.get("othersPerSecond").asDouble()).isEqualTo(200);
        assertThat(figures.get("pool").asInt()).isEqualTo(300);
        assertThat(figures.at("/ruleOfThumb/permits").asInt()).isEqualTo(40);
        assertThat(figures.at("/noWall/poolFullAfterSeconds").asDouble()).isCloseTo(2.96, within(1e-9));
    }

    @Test
    void aTargetOfOnesOwnIsAmongTheOptions() throws Exception {
        JsonNode figures = json("--rate 100/s --mean 20ms --target 5%");

        assertThat(figures.get("options")).hasSize(4);
        assertThat(figures.at("/options/0/target").asDouble()).isEqualTo(0.05);
        assertThat(figures.at("/options/0/permits").asInt())
                .isEqualTo(figures.get("permits").asInt());
        assertThat(figures.get("noWall").isNull()).isTrue();
    }

    @Test
    void burstsCostPermits() throws Exception {
        assertThat(json("--rate 100/s --mean 20ms --burst 2").get("permits").asInt())
                .isGreaterThan(8);
    }

    @Test
    void jsonGoesToAFileBesideTheReport(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("x.json");
        assertThat(size(100, "--rate", "100/s", "--mean", "20ms", "--json", file.toString()))
                .isZero();

        assertThat(out()).contains("Take 8 permits.");
        assertThat(err.toString(UTF_8)).isEqualTo("Wrote " + file + System.lineSeparator());
        assertThat(new ObjectMapper().readTree(file.toFile()).get("permits").asInt())
                .isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource({"100/s, 20ms", "1/h, 1us", "2000000/s, 500ms", "0.001/s, 5s", "1000/s, 1s", "3000/min, 2min"})
    void anyLoadFitsAnyTerminal(String rate, String mean) {
        for (int columns : new int[] {60, 80, 200}) {
            out.reset();
            assertThat(size(columns, "--rate", rate, "--mean", mean, "--p99", "1min", "--degraded", "1h"))
                    .as(err.toString(UTF_8))
                    .isZero();
            assertThat(out().lines().toList()).allMatch(line -> line.length() <= columns);
            assertThat(out()).contains("Take ", "▲");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate abc --mean 20ms | --rate: \"abc\" is not understood; write a rate such as 100/s or 6000/min",
                "--rate 100 --mean 20ms | --rate: \"100\" is not understood; write a rate such as 100/s or 6000/min",
                "--rate 0/s --mean 20ms | --rate: \"0/s\" is not above 0; write a rate such as 100/s or 6000/min",
                "--rate 100/s --mean 20 | --mean: \"20\" is not understood; write a duration such as 20ms, 5s or PT5S",
                "--rate 100/s --mean 0s | --mean: \"0s\" is not above 0; write a duration such as 20ms, 5s or PT5S",
                "--rate 100/s --mean 20ms --target 0 | --target: \"0\" is not above 0 and below 100%; write a share such as"
                        + " 0.5% or 0.005",
                "--rate 100/s --mean 20ms --target many | --target: \"many\" is not understood; write a share such as 0.5% or"
                        + " 0.005",
                "--rate 100/s --mean 20ms --max-wait -1s | --max-wait: \"-1s\" is negative; write a duration such as 20ms, 5s"
                        + " or PT5S",
                "--rate 100/s --mean 20ms --degraded 10ms | --degraded: \"10ms\" is not longer than --mean 20ms; give the"
                        + " time of a slow call",
                "--rate 100/s --mean 20ms --pool 0 | threads must be at least 1, was 0: a pool without threads rejects every"
                        + " call",
                "--rate 100/s --mean 20ms --burst 0 | peakedness must be at least 0.01 and finite, was 0: 1 stands for"
                        + " independent callers, 2 for calls that come in pairs",
                "--rate 100/s --mean 20ms --pool x | Invalid value for option '--pool': 'x' is not an int; see \"watertight"
                        + " size --help\"",
                "--mean 20ms | Missing required option: '--rate=RATE'; see \"watertight size --help\"",
                "--rate 100/s --mean 20ms --json no/such/x.json | --json: \"no/such/x.json\" is not a file in a folder that"
                        + " exists; create the folder or name another file"
            })
    void nonsenseIsOneLineWithTheRemedy(String args, String line) {
        assertThat(size(args)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).isEqualTo("watertight: " + line + System.lineSeparator());
        assertThat(out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rate", "--mean", "--p99", "--pool", "--target", "--max-wait", "--burst", "--degraded"})
    void helpNamesEveryOption(String option) {
        assertThat(size("--help")).isZero();
        assertThat(out()).contains(option).doesNotContain("%%");
    }
}
