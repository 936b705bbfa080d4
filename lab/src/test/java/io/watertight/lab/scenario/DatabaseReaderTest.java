// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.lab.scenario.Database.Partition;
import io.watertight.lab.scenario.Database.Query;
import io.watertight.lab.scenario.Scenario.Endpoint;
import io.watertight.lab.scenario.Scenario.Incident;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseReaderTest {
    private static final String VALID = """
            duration: 2s
            deadline: 1s
            database:
              connections: 10
              queries:
                oltp:
                  sql: SELECT 1
                reports:
                  sql: SELECT pg_sleep(3)
            endpoints:
              oltp:
                calls: oltp
                rate: 100/s
              monthly:
                calls: reports
                rate: 90/min
                from: 1s
                deadline: 5s
            variants:
              shared:
              parted:
                partitions:
                  oltp:
                    connections: 4
                  reports:
                    connections: 6
                    max-wait: 0s
            """;

    private static Scenario parse(String yaml) {
        return ScenarioReader.parse("test", "t.yaml", yaml);
    }

    @Test
    void readsEveryPart() {
        Scenario scenario =
                parse(VALID.replace("  queries:", "  max-wait: 2s\n  setup: CREATE TABLE a (b int)\n  queries:"));

        assertThat(scenario.database())
                .isEqualTo(new Database(
                        10,
                        Duration.ofSeconds(2),
                        "CREATE TABLE a (b int)",
                        List.of(new Query("oltp", "SELECT 1"), new Query("reports", "SELECT pg_sleep(3)"))));
        assertThat(scenario.pool()).isNull();
        assertThat(scenario.capacity()).isEqualTo(10);
        assertThat(scenario.callees()).containsExactly("oltp", "reports");
        Endpoint monthly = scenario.endpoints().get(1);
        assertThat(monthly)
                .isEqualTo(new Endpoint("monthly", "reports", 1.5, Duration.ofSeconds(1), Duration.ofSeconds(5)));
        assertThat(scenario.healthy(monthly)).isFalse();
        assertThat(scenario.healthy(scenario.endpoints().get(0))).isTrue();
        assertThat(scenario.incidents())
                .containsExactly(new Incident(Duration.ofSeconds(1), "reports", "1.5/s begin", "monthly began"));
        assertThat(scenario.variants().get(0).partitions()).isEmpty();
        assertThat(scenario.variants().get(1).partitions())
                .isEqualTo(Map.of(
                        "oltp", new Partition(4, Duration.ofSeconds(2)),
                        "reports", new Partition(6, Duration.ZERO)));
    }

    @Test
    void whatIsLeftOutIsAsHikariHasIt() {
        Scenario scenario = parse(VALID);

        assertThat(scenario.database()).extracting(Database::maxWait).isEqualTo(Duration.ofSeconds(30));
        assertThat(scenario.variants().get(1).partitions())
                .containsEntry("oltp", new Partition(4, Duration.ofSeconds(30)));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            connections: 10 | connections: 101 | t.yaml:4: database.connections: "101" is out of range; write a whole number from 1 to 100
            connections: 10 | max-wait: 1s | t.yaml:3: database.connections: missing; write a whole number from 1 to 100
            connections: 10 | `connections: 10\n  max-wait: 100ms` | t.yaml:5: database.max-wait: "100ms" is below 250ms; write a duration such as 20ms, 5s or PT5S
            connections: 10 | `connections: 10\n  url: jdbc` | t.yaml:5: database.url: unknown key; known: connections, max-wait, setup, queries
            connections: 10 | connections: 11 | t.yaml:22: variants.parted.partitions: have 10 connections together, but database.connections is 11; make them equal, or the variants cannot be compared
            sql: SELECT 1 | sql: "" | t.yaml:7: database.queries.oltp.sql: nothing is not a text; write it on the same line, after "sql:"
            `oltp:\n      sql: SELECT 1` | `oltp:` | t.yaml:6: database.queries.oltp.sql: missing; write one SQL statement
            calls: oltp | calls: olpt | t.yaml:12: endpoints.oltp.calls: "olpt" is no query here; did you mean "oltp"?
            from: 1s | from: 2s | t.yaml:17: endpoints.monthly.from: "2s" is not before the end of the run; lengthen duration, or let its requests begin earlier
            from: 1s | from: -1s | t.yaml:17: endpoints.monthly.from: "-1s" is below 0; write a duration such as 20ms, 5s or PT5S
            deadline: 5s | deadline: 0s | t.yaml:18: endpoints.monthly.deadline: "0s" is below 1ms; write a duration such as 20ms, 5s or PT5S
            `      oltp:\n        connections: 4\n` | `` | t.yaml:22: variants.parted.partitions: leave query oltp without a connection; give it a partition too
            `      oltp:\n` | `      olpt:\n` | t.yaml:23: variants.parted.partitions.olpt: no query has this name; did you mean "oltp"?
            partitions: | walls: | t.yaml:22: variants.parted.walls: have no place in this scenario; write partitions, which are the walls of a database
            duration: 2s | `duration: 2s\npool: {threads: 4, queue: 1}` | t.yaml:2: pool: cannot stand beside database, whose connections are what is short; remove one of the two
            duration: 2s | `duration: 2s\ndependencies: {a: {latency: 1s}}` | t.yaml:2: dependencies: cannot stand beside database, whose connections are what is short; remove one of the two
            """)
    void refuses(String valid, String wrong, String message) {
        String yaml = VALID.replace(unescaped(valid), unescaped(wrong == null ? "" : wrong));
        assertThat(yaml).as("the case changes something").isNotEqualTo(VALID);

        assertThatThrownBy(() -> parse(yaml))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(message);
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n");
    }

    @Test
    void partitionsNeedADatabase() {
        assertThatThrownBy(() -> parse("""
                        duration: 2s
                        deadline: 1s
                        pool: {threads: 4, queue: 1}
                        dependencies: {a: {latency: 1ms}}
                        endpoints: {a: {calls: a, rate: 1/s}}
                        variants:
                          parted:
                            partitions: {a: {connections: 2}}
                        """))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("t.yaml:8: variants.parted.partitions: have no place in this scenario; write walls, or give"
                        + " the scenario a database");
    }
}
