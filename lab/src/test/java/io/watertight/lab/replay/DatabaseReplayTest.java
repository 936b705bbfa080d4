// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.lab.figures.DependencyFigures;
import io.watertight.lab.figures.EndpointFigures.Totals;
import io.watertight.lab.figures.Latency;
import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.VariantFigures;
import io.watertight.lab.figures.VariantFigures.HealthyFigures;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.ScenarioException;
import io.watertight.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a real PostgreSQL, which every test starts, and of which nothing may be left. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class DatabaseReplayTest {
    private static final String YAML = """
            title: Small reports
            duration: 4s
            deadline: 500ms
            database:
              connections: 6
              setup: |
                CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL);
                INSERT INTO account SELECT id, 1000 FROM generate_series(1, 100) AS id;
              queries:
                oltp: {sql: UPDATE account SET balance = balance + 1 WHERE id = 7}
                reports: {sql: SELECT pg_sleep(2)}
            endpoints:
              oltp: {calls: oltp, rate: 40/s}
              reports: {calls: reports, rate: 10/s, from: 1s, deadline: 3s}
            variants:
              shared:
              parted:
                partitions: {oltp: {connections: 3}, reports: {connections: 3, max-wait: 0s}}
            """;

    private final Set<Long> processes = ConcurrentHashMap.newKeySet();

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertThat(directories()).isEmpty();
        for (long pid : processes) {
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            String name = thread.getName();
            assertThat(name.startsWith("shared:") || name.startsWith("oltp:") || name.startsWith("reports:"))
                    .as(name)
                    .isFalse();
        }
    }

    private static List<Path> directories() throws IOException {
        List<Path> found = new ArrayList<>();
        String ours = "watertight-postgres-" + ProcessHandle.current().pid() + "-*";
        try (DirectoryStream<Path> directories =
                Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), ours)) {
            directories.forEach(found::add);
        }
        return found;
    }

    /** Notes the server's process while it runs. */
    private void note(Progress progress) {
        try {
            for (Path directory : progress.doing().isEmpty() ? directories() : List.<Path>of()) {
                processes.add(Long.parseLong(
                        Files.readAllLines(directory.resolve("postmaster.pid")).getFirst()));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Scenario scenario(String yaml) {
        return ScenarioReader.parse("small", "small.yaml", yaml);
    }

    @Test
    void partitionsKeepTransactionsAsFastAsWithoutReports() throws Exception {
        Scenario scenario = scenario(YAML);
        var ended = new AtomicInteger();

        ReplayFigures figures = Replay.run(scenario, progress -> {
            note(progress);
            ended.addAndGet(progress.ended() ? 1 : 0);
        });

        VariantFigures shared = figures.variants().get(0);
        VariantFigures parted = figures.variants().get(1);
        assertThat(figures.incident()).isEqualTo("reports began");
        assertThat(figures.capacity()).isEqualTo(6);
        assertThat(processes).hasSize(1);
        assertThat(ended).hasValue(2);

        assertThat(shared.busyAtMost()).isEqualTo(6);
        assertThat(shared.drainedAfterSeconds()).isNotNull().isPositive();
        assertThat(shared.walls()).isEmpty();
        assertThat(shared.dependencies().get(1).rejections()).isZero();

        DependencyFigures reports = parted.dependencies().get(1);
        assertThat(parted.drainedAfterSeconds()).isNull();
        assertThat(reports.heldAtMost()).isEqualTo(3);
        assertThat(reports.held()).isNotEmpty().allMatch(held -> held <= 3);
        assertThat(reports.rejections()).isPositive();
        Totals asked = parted.endpoints().get(1).totals();
        assertThat(asked.degraded()).isPositive().isLessThanOrEqualTo((int) reports.rejections());
        assertThat(asked.served()).isPositive();

        HealthyFigures starved = Objects.requireNonNull(shared.healthy());
        HealthyFigures asAlone = Objects.requireNonNull(parted.healthy());
        assertThat(starved.names()).containsExactly("oltp");
        assertThat(asAlone.servedPercent()).isGreaterThan(starved.servedPercent() + 20);
        Latency before = Objects.requireNonNull(asAlone.before());
        Latency since = Objects.requireNonNull(asAlone.after());
        assertThat(since.p50Millis()).isLessThan(10 * before.p50Millis() + 100);
        assertThat(Objects.requireNonNull(starved.after()).p50Millis()).isGreaterThan(since.p50Millis());
    }

    @Test
    void everyRequestIsCountedOnceAndNoneBeforeItsTime() throws Exception {
        Scenario scenario = scenario(YAML.replace("duration: 4s", "duration: 2s"));

        VariantFigures variant = Replay.run(scenario.with(scenario.variants().subList(0, 1)), this::note)
                .variants()
                .getFirst();

        int arrivals = Arrivals.of(scenario).size();
        assertThat(variant.endpoints().stream()
                        .mapToInt(e -> e.totals().requests())
                        .sum())
                .isEqualTo(arrivals);
        assertThat(variant.endpoints().get(1).deadlineMillis()).isEqualTo(3000);
        for (int bucket = 0; bucket < 4; bucket++) {
            assertThat(variant.endpoints().get(1).served().get(bucket)).isZero();
            assertThat(variant.endpoints().get(1).failed().get(bucket)).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            PRIMARY KEY | PRIMARY KEI | small.yaml:6: database.setup: refused by PostgreSQL, ERROR: syntax error at or near "KEI"; correct the SQL
            UPDATE account | UPDATE acount | small.yaml:10: database.queries.oltp.sql: refused by PostgreSQL, ERROR: relation "acount" does not exist; correct the SQL
            pg_sleep(2) | pg_sleep(?) | small.yaml:11: database.queries.reports.sql: has a placeholder ?, but there are no values to bind; write values or random(), and ?? for an operator ?
            """)
    void sqlThatCannotRunIsNamed(String valid, String wrong, String message) {
        Scenario scenario = scenario(YAML.replace(valid, wrong));

        assertThatThrownBy(() -> Replay.run(scenario, this::note))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(message);
    }

    @Test
    void anInterruptEndsTheReplayAndItsServer() throws Exception {
        Scenario scenario = scenario(YAML);
        var caller = Thread.currentThread();
        var once = new AtomicBoolean(true);

        assertThatThrownBy(() -> Replay.run(scenario, progress -> {
                    note(progress);
                    if (progress.elapsed().compareTo(Duration.ofMillis(200)) > 0 && once.getAndSet(false)) {
                        caller.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
    }
}
