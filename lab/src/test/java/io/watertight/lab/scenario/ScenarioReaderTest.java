// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.lab.scenario.Scenario.Behaviour;
import io.watertight.lab.scenario.Scenario.Dependency;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioReaderTest {
    private static final String VALID = """
            title: Test
            duration: 2s
            deadline: 1s
            pool:
              threads: 20
              queue: 10
            dependencies:
              slow:
                latency: 20ms
                failures: 0.5%
                changes:
                  - at: 1s
                    latency: 5s
              good:
                latency: {law: lognormal, median: 20ms, p99: 200ms}
                port: 8099
            endpoints:
              slow:
                calls: slow
                rate: 6000/min
            variants:
              open:
              walled:
                walls:
                  slow:
                    bulkhead:
                      max-concurrent-calls: 4
                      max-wait: PT0.05S
            """;

    private static Scenario parse(String yaml) {
        return ScenarioReader.parse("test", "t.yaml", yaml);
    }

    @Test
    void readsEveryPart() {
        Scenario scenario = parse(VALID);

        assertThat(scenario.title()).isEqualTo("Test");
        assertThat(scenario.duration()).isEqualTo(Duration.ofSeconds(2));
        assertThat(scenario.seed()).isEqualTo(42);
        assertThat(scenario.pool()).isEqualTo(new Scenario.Pool(20, 10, 0));
        Dependency slow = scenario.dependencies().get(0);
        assertThat(slow.at(Duration.ofMillis(-1))).isEqualTo(constant(20, 0.005));
        assertThat(slow.at(Duration.ofMillis(999))).isEqualTo(constant(20, 0.005));
        assertThat(slow.at(Duration.ofSeconds(1))).isEqualTo(constant(5000, 0.005));
        assertThat(scenario.dependencies().get(1).port()).isEqualTo(8099);
        assertThat(scenario.dependencies().get(1).initial().latency())
                .isEqualTo(new LatencyLaw.Lognormal(Duration.ofMillis(20), Duration.ofMillis(200)));
        assertThat(scenario.endpoints())
                .containsExactly(new Scenario.Endpoint("slow", "slow", 100, Duration.ZERO, Duration.ofSeconds(1)));
        assertThat(scenario.variants().get(0).walls()).isEmpty();
        assertThat(scenario.variants().get(1).walls())
                .containsEntry("slow", new Wall.Semaphore(4, Duration.ofMillis(50), Integer.MAX_VALUE, null));
        assertThat(scenario.firstChange()).contains(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @MethodSource
    void readsWall(String yaml, Wall wall) {
        Scenario scenario = parse(VALID.split("bulkhead:", 2)[0] + yaml + "\n");

        assertThat(scenario.variants().get(1).walls()).containsEntry("slow", wall);
    }

    static Stream<Arguments> readsWall() {
        Duration second = Duration.ofSeconds(1);
        return Stream.of(
                Arguments.of("bulkhead: 4", new Wall.Semaphore(4, Duration.ZERO, Integer.MAX_VALUE, null)),
                Arguments.of(
                        "bulkhead: {max-concurrent-calls: 4, max-wait: 5ms, max-waiting: 3}\n        timeout: 1s",
                        new Wall.Semaphore(4, Duration.ofMillis(5), 3, second)),
                Arguments.of("timeout: 1s", new Wall.TimeoutOnly(second)),
                Arguments.of("thread-pool: 4", new Wall.ThreadPool(4, 0, null)),
                Arguments.of("thread-pool: {threads: 4, queue: 2, timeout: 1s}", new Wall.ThreadPool(4, 2, second)));
    }

    @Test
    void variantsOnRequestHaveATitle() {
        Scenario scenario = parse(VALID.replace("  open:\n", "  open: {title: wide open, on-request: true}\n"));

        assertThat(scenario.variants().get(0))
                .isEqualTo(new Scenario.Variant("open", "wide open", true, Map.of(), Map.of()));
        assertThat(scenario.variants().get(1).title()).isEqualTo("walled");
        assertThat(scenario.variants().get(1).onRequest()).isFalse();
    }

    private static Behaviour constant(int millis, double failures) {
        return new Behaviour(new LatencyLaw.Constant(Duration.ofMillis(millis)), failures);
    }

    @Test
    void builtInScenariosAreValid() {
        assertThat(Catalogue.builtIn())
                .extracting(Scenario::name)
                .containsExactly("inventory-hang", "reports-starve-oltp");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            threads: 20 | thread: 20 | t.yaml:5: pool.thread: unknown key; did you mean "threads"?
            title: Test | xyzzyplugh: 1 | t.yaml:1: xyzzyplugh: unknown key; known: title, description, duration, deadline, seed, pool, dependencies, database, endpoints, variants
            title: Test | `title: ""` | t.yaml:1: title: nothing is not a text; write it on the same line, after "title:"
            title: Test | title: [a] | t.yaml:1: title: a list is not a text; write it on the same line, after "title:"
            threads: 20 | threads: 0 | t.yaml:5: pool.threads: "0" is out of range; write a whole number from 1 to 2000
            threads: 20 | threads: many | t.yaml:5: pool.threads: "many" is not a whole number; write a whole number from 1 to 2000
            threads: 20 | port: 80 | t.yaml:4: pool.threads: missing; write a whole number from 1 to 2000
            queue: 10 | queue: -1 | t.yaml:6: pool.queue: "-1" is out of range; write a whole number from 0 to 100000
            queue: 10 | `queue: 10\n  port: 8099` | t.yaml:17: dependencies.good.port: "8099" is also the value of pool.port; give each its own port, or leave it out to take a free one
            duration: 2s | duration: 11min | t.yaml:2: duration: "11min" is above 10min; write a duration such as 20ms, 5s or PT5S
            duration: 2s | duration: 499ms | t.yaml:2: duration: "499ms" is below 500ms; write a duration such as 20ms, 5s or PT5S
            duration: 2s | duration: 2 | t.yaml:2: duration: "2" is not understood; write a duration such as 20ms, 5s or PT5S
            duration: 2s | seed: 1 | t.yaml:1: duration: missing; write a duration such as 20ms, 5s or PT5S
            duration: 2s | seed: 3000000000 | t.yaml:1: duration: missing; write a duration such as 20ms, 5s or PT5S
            duration: 2s | `duration: 2s\nduration: 3s` | t.yaml:3: duration: stands twice, first in line 2; rename or remove one
            latency: 20ms | latency: -20ms | t.yaml:9: dependencies.slow.latency: "-20ms" is below 0; write a duration such as 20ms, 5s or PT5S
            latency: 20ms | port: 80 | t.yaml:8: dependencies.slow.latency: missing; write a duration such as 20ms, 5s or PT5S, a latency law, or the url of a running service
            latency: 20ms | url: http://localhost | t.yaml:10: dependencies.slow.failures: cannot stand beside url, whose service behaves as it does; remove one of the two
            failures: 0.5% | failures: 1.5 | t.yaml:10: dependencies.slow.failures: "1.5" is above 100%; write a share such as 0.5% or 0.005
            failures: 0.5% | failures: -1% | t.yaml:10: dependencies.slow.failures: "-1%" is below 0; write a share such as 0.5% or 0.005
            failures: 0.5% | failures: often | t.yaml:10: dependencies.slow.failures: "often" is not understood; write a share such as 0.5% or 0.005
            at: 1s | at: 2s | t.yaml:12: dependencies.slow.changes[0].at: "2s" is not before the end of the run; lengthen duration, or let the change come earlier
            latency: 5s | `latency: 5s\n      - {at: 900ms, latency: 1s}` | t.yaml:14: dependencies.slow.changes[1].at: "900ms" is not after the change before it; list the changes in order of time
            `\n        latency: 5s` | `` | t.yaml:12: dependencies.slow.changes[0]: changes nothing; give it latency, failures or both
            `changes:\n      - at: 1s\n        latency: 5s` | changes: later | t.yaml:11: dependencies.slow.changes: "later" is not a list; write "- at: ..." on the lines below it
            law: lognormal | law: lognormel | t.yaml:15: dependencies.good.latency.law: "lognormel" is no latency law; did you mean "lognormal"?
            law: lognormal | law: constant | t.yaml:15: dependencies.good.latency.median: has no meaning for the law constant, which takes value; remove it
            p99: 200ms | p99: 2ms | t.yaml:15: dependencies.good.latency.p99: "2ms" is below the median; a p99 is the latency that only one call in a hundred exceeds
            calls: slow | calls: sloww | t.yaml:19: endpoints.slow.calls: "sloww" is no dependency here; did you mean "slow"?
            rate: 6000/min | rate: 0/s | t.yaml:20: endpoints.slow.rate: "0/s" is not above 0; write a rate such as 100/s or 6000/min
            rate: 6000/min | rate: 100 | t.yaml:20: endpoints.slow.rate: "100" is not understood; write a rate such as 100/s or 6000/min
            rate: 6000/min | rate: 3000/s | t.yaml:17: endpoints: 3000/s in all is above 2000/s, more than one machine can send and answer without distorting the result; lower the rates, and pool and walls with them
            `walls:\n      slow:` | `walls:\n      slo:` | t.yaml:25: variants.walled.walls.slo: no dependency has this name; did you mean "slow"?
            max-concurrent-calls: 4 | max-concurrent-calls: 0 | t.yaml:27: variants.walled.walls.slow.bulkhead.max-concurrent-calls: "0" is out of range; write a whole number from 1 to 100000
            max-concurrent-calls: 4 | max-calls: 4 | t.yaml:27: variants.walled.walls.slow.bulkhead.max-calls: unknown key; did you mean "max-concurrent-calls"?
            max-wait: PT0.05S | max-waiting: 4 | t.yaml:28: variants.walled.walls.slow.bulkhead.max-waiting: has no effect without max-wait; set max-wait above 0 or remove it
            max-wait: PT0.05S | `max-wait: 1s\n          timeout: 1s` | t.yaml:29: variants.walled.walls.slow.bulkhead.timeout: unknown key; known: max-concurrent-calls, max-wait, max-waiting
            max-wait: PT0.05S | `max-wait: 1s\n        timeout: 0s` | t.yaml:29: variants.walled.walls.slow.timeout: "0s" is below 1ms; write a duration such as 20ms, 5s or PT5S
            max-wait: PT0.05S | `max-wait: 1s\n        thread-pool: 4` | t.yaml:26: variants.walled.walls.slow.bulkhead: cannot stand beside thread-pool, which is a bulkhead too; remove one of the two
            `bulkhead:\n          max-concurrent-calls: 4\n          max-wait: PT0.05S` | `thread-pool: 4\n        timeout: 1s` | t.yaml:27: variants.walled.walls.slow.timeout: cannot stand beside thread-pool, which has a timeout of its own; move it below thread-pool
            `bulkhead:\n          max-concurrent-calls: 4\n          max-wait: PT0.05S` | `thread-pool: {queue: 4}` | t.yaml:26: variants.walled.walls.slow.thread-pool.threads: missing; write a whole number from 1 to 2000
            `bulkhead:\n          max-concurrent-calls: 4\n          max-wait: PT0.05S` | `bulkhead: none` | t.yaml:26: variants.walled.walls.slow.bulkhead: "none" is not a whole number; write a whole number from 1 to 100000
            `:\n        bulkhead:\n          max-concurrent-calls: 4\n          max-wait: PT0.05S` | `:` | t.yaml:25: variants.walled.walls.slow: is no wall; give it bulkhead, timeout, both of them, or thread-pool
            `  walled:\n` | `  walled:\n    on-request: yes\n` | t.yaml:24: variants.walled.on-request: "yes" is neither true nor false; write one of the two
            `  open:\n  walled:\n` | `  walled:\n    on-request: true\n` | t.yaml:21: variants: every one is on-request, so none would run; remove it from one of them
            `  walled:\n` | `  walled:\n    title: open\n` | t.yaml:23: variants.walled: "open" is also what variant open is called; give it a title of its own
            `  open:\n` | `  a/b:\n` | t.yaml:22: variants.a/b: "a/b" is not a name; use 1 to 40 letters, digits, spaces, - or _
            pool: | `pool: 5\npol:` | t.yaml:5: pol: unknown key; did you mean "pool"?
            `pool:\n  threads: 20\n  queue: 10` | pool: 20 | t.yaml:4: pool: "20" is not a mapping; write keys below it: threads, queue, port
            title: Test | `title: "Test` | t.yaml:29: not valid YAML: found unexpected end of stream while scanning a quoted scalar that begins in line 1; correct the indentation or the quotes there
            """)
    void refuses(String valid, String wrong, String message) {
        String yaml = VALID.replaceFirst(
                Pattern.quote(unescaped(valid)), Matcher.quoteReplacement(unescaped(wrong == null ? "" : wrong)));
        assertThat(yaml).as("the case changes something").isNotEqualTo(VALID);

        assertThatThrownBy(() -> parse(yaml))
                .isInstanceOf(ScenarioException.class)
                .hasMessage(message);
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            localhost:8080/health | "localhost:8080/health" is no http or https address; write one such as http://localhost:8080/health
            ftp://localhost/ | "ftp://localhost/" is no http or https address; write one such as http://localhost:8080/health
            http://local host/ | "http://local host/" is malformed, Illegal character in authority; write one such as http://localhost:8080/health
            """)
    void refusesUrl(String url, String problem) {
        String yaml =
                VALID.replaceFirst("latency: 20ms\n    failures: 0.5%\n    changes:\n.*\n.*\n", "url: " + url + "\n");

        assertThatThrownBy(() -> parse(yaml))
                .isInstanceOf(ScenarioException.class)
                .hasMessage("t.yaml:9: dependencies.slow.url: " + problem);
    }

    @ParameterizedTest
    @CsvSource({"'',1", "just text,1", "'[1, 2]',1"})
    void refusesWhatIsNoMapping(String yaml) {
        assertThatThrownBy(() -> parse(yaml))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith("t.yaml:1: ")
                .hasMessageContaining("is not a mapping; write keys below it: title, description");
    }

    @Test
    void anAliasThatContainsItselfEnds() {
        assertThatThrownBy(() -> parse("pool: &a {pool: *a}\n")).isInstanceOf(ScenarioException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "20ms,20000000",
        "1.5s,1500000000",
        "200us,200000",
        "2min,120000000000",
        "1h,3600000000000",
        "PT0.1S,100000000"
    })
    void readsDurations(String text, long nanos) {
        assertThat(Quantities.duration(text)).contains(Duration.ofNanos(nanos));
    }

    @Test
    void nearestIsOnlyWhatIsNear() {
        assertThat(Nearest.hint("inventory-hnag", List.of("inventory-hang")))
                .contains("did you mean \"inventory-hang\"?");
        assertThat(Nearest.hint("maxWait", SectionKind.BULKHEAD.keys())).contains("did you mean \"max-wait\"?");
        assertThat(Nearest.hint("zzz", List.of("inventory-hang"))).isEqualTo("known: inventory-hang");
    }
}
