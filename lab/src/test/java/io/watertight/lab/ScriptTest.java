// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the script {@code watertight} in a folder of its own, with a JDK and a build that only say how they were called. */
@DisabledOnOs(OS.WINDOWS)
class ScriptTest {
    private static final Path ROOT = Path.of("..");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Path copy;

    @BeforeEach
    void copyScript() throws IOException {
        copy = Files.createDirectories(folder.resolve("a copy"));
        for (String sub : List.of(".mvn", "core/src/main", "lab/src/main", "lab/target", "jdk/bin")) {
            Files.createDirectories(copy.resolve(sub));
        }
        Files.copy(ROOT.resolve("watertight"), copy.resolve("watertight"));
        executable("jdk/bin/java", "#!/bin/sh\necho \"in $(pwd)\"\nfor last; do :; done\necho \"last $last\"\n");
        executable("mvnw", "#!/bin/sh\necho built\ntouch lab/target/watertight-lab.jar\n");
        newestJdk(25);
    }

    private void newestJdk(int version) throws IOException {
        Files.writeString(
                copy.resolve(".mvn/find-jdk"),
                "find_jdk() { [ \"$1\" -le " + version + " ] && echo \"" + copy.resolve("jdk") + "\"; }\n");
    }

    private void executable(String name, String text) throws IOException {
        Files.writeString(copy.resolve(name), text);
        Files.setPosixFilePermissions(copy.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Run(int code, List<String> lines) {}

    private Run run(Path script, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return new Run(process.waitFor(), lines);
    }

    @Test
    void buildsOnceAndRunsInTheFolderOfTheCallerThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a copy", "watertight"));
        String here = "in " + folder.toRealPath();

        assertThat(run(link, "replay", "my own.yaml"))
                .isEqualTo(new Run(
                        0,
                        List.of("Building Watertight, once: about a minute ...", "built", here, "last my own.yaml")));
        assertThat(run(link, "scenarios")).isEqualTo(new Run(0, List.of(here, "last scenarios")));
    }

    @Test
    void aMissingJdkIsOneLine() throws Exception {
        newestJdk(17);
        assertThat(run(copy.resolve("watertight"), "scenarios"))
                .isEqualTo(new Run(
                        1, List.of("watertight: no JDK 21 or newer found; install one or set JAVA_HOME to it")));
    }

    @Test
    void aMissingJdkForTheBuildIsOneLine() throws Exception {
        newestJdk(21);
        assertThat(run(copy.resolve("watertight"), "scenarios"))
                .isEqualTo(new Run(
                        1,
                        List.of("watertight: lab/target/watertight-lab.jar must be built first, which needs a JDK 25 or"
                                + " newer; install one or set JAVA_HOME to it")));
    }

    @Test
    void benchRunsTheBenchmarks() throws Exception {
        Files.createDirectories(copy.resolve("benchmarks/target"));
        Files.writeString(copy.resolve("benchmarks/target/benchmarks.jar"), "");
        assertThat(run(copy.resolve("watertight"), "bench", "--help").lines()).endsWith("last --help");
    }

    private void shopIsBuilt() throws IOException {
        Files.createDirectories(copy.resolve("examples/spring-boot-shop/target"));
        Files.writeString(copy.resolve("examples/spring-boot-shop/target/shop.jar"), "");
        executable("jdk/bin/java", "#!/bin/sh\nfor argument; do echo \"$argument\"; done\n");
    }

    @Test
    void shopRunsTheShopWithPropertiesForOptions() throws Exception {
        shopIsBuilt();
        Run run = run(
                copy.resolve("watertight"),
                "shop",
                "--virtual",
                "--port",
                "8081",
                "--watertight.timeouts.inventory.limit=1 s",
                "--unguarded",
                "--port=0");
        assertThat(run.lines())
                .containsSubsequence(
                        "-jar",
                        copy.toRealPath()
                                .resolve("examples/spring-boot-shop/target/shop.jar")
                                .toString())
                .endsWith(
                        "--spring.threads.virtual.enabled=true",
                        "--server.port=8081",
                        "--watertight.timeouts.inventory.limit=1 s",
                        "--spring.profiles.active=unguarded",
                        "--server.port=0");
    }

    @Test
    void shopRefusesWhatWouldDoNothing() throws Exception {
        shopIsBuilt();
        assertThat(run(copy.resolve("watertight"), "shop", "--virtaul"))
                .isEqualTo(new Run(
                        1, List.of("watertight: unknown option '--virtaul'; watertight shop --help lists them")));
        assertThat(run(copy.resolve("watertight"), "shop", "--port"))
                .isEqualTo(new Run(1, List.of("watertight: shop --port needs a number, as in --port 8081")));
        assertThat(run(copy.resolve("watertight"), "shop", "--help").lines())
                .anyMatch(line -> line.contains("--port N"))
                .anyMatch(line -> line.contains("--virtual"));
    }
}
