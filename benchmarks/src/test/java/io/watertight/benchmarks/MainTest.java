// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void listsWhatThereIs() {
        assertThat(run("--list")).isZero();
        assertThat(out.toString().lines()).contains("permitted/SEMAPHORE", "handover-virtual/WATERTIGHT_FAIR");
    }

    @Test
    void listsWhatAFilterLeaves() {
        assertThat(run("--list", "--filter", "^rejected-60/watertight$")).isZero();
        assertThat(out.toString().lines()).containsExactly("rejected-60/SEMAPHORE", "rejected-60/WATERTIGHT");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThat(run("--fast")).isEqualTo(2);
        assertOneLine("Unknown option: '--fast'");
    }

    @Test
    void refusesABadPattern() {
        assertThat(run("--filter", "(")).isEqualTo(2);
        assertOneLine("--filter '(' is no regular expression");
    }

    @Test
    void refusesAPatternThatMatchesNothing() {
        assertThat(run("--filter", "sentinel")).isEqualTo(2);
        assertOneLine("--filter 'sentinel' matches nothing: --list shows what there is");
    }

    @Test
    void refusesTwoEfforts() {
        assertThat(run("--quick", "--smoke")).isEqualTo(2);
        assertOneLine("mutually exclusive");
    }

    @Test
    void refusesAFileAsDirectoryBeforeItMeasures() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(run("--out", file.toString())).isEqualTo(2);
        assertOneLine("--out '" + file + "' is no directory");
    }

    @Test
    void measuresAndWritesItDown() throws Exception {
        Path results = directory.resolve("results");
        assertThat(run("--smoke", "--filter", "listeners/WATERTIGHT\\+REJECTED", "--out", results.toString()))
                .as(err.toString())
                .isZero();
        try (var files = Files.list(results)) {
            List<Path> written = files.sorted().toList();
            assertThat(written).hasSize(2);
            assertThat(written.get(0)).content().contains("\"WATERTIGHT+REJECTED\"", "\"SEMAPHORE\"");
            assertThat(written.get(1)).content().contains("A smoke run (smoke)", "listener for rejected");
        }
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private void assertOneLine(String part) {
        assertThat(err.toString().lines()).singleElement().asString().contains(part);
    }
}
