// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.util.TestPropertyValues;

/** A property that cannot take effect keeps the application from starting, and the report has the remedy. */
class RefusedPropertiesTest {
    private static final String KIND = "watertight.bulkheads.inventory.kind=semaphore";
    private static final String LIMIT = "watertight.bulkheads.inventory.max-concurrent-calls=40";
    private static final String ABANDONING = "watertight.timeouts.page.abandonment=true";
    private static final String TIMEOUT = "watertight.timeouts.page.limit=2s";

    // A misspelt key in the configuration file that is ignored: a fault that other libraries have.
    @ParameterizedTest
    @CsvSource({
        "watertight.bulkhead.inventory.kind, watertight.bulkheads.inventory.kind",
        "watertight.bulkheads.inventory.max-concurent-calls, watertight.bulkheads.inventory.max-concurrent-calls",
        "watertight.bulkheads.inventory.maxConcurentCalls, watertight.bulkheads.inventory.max-concurrent-calls",
        "watertight.bulkheads.inventory.max-calls, watertight.bulkheads.inventory.max-concurrent-calls",
        "watertight.bulkheads.inventory.max-wait-duration, watertight.bulkheads.inventory.max-wait",
        "watertight.bulkheads.user-service.knid, watertight.bulkheads.user-service.kind",
        "watertight.timeout.page.limit, watertight.timeouts.page.limit",
        "watertight.timeouts.page.limits, watertight.timeouts.page.limit",
        "watertight.circuitbreaker.page.trial-calls, watertight.circuit-breakers.page.trial-calls",
        "watertight.circuit-breakers.page.trials, watertight.circuit-breakers.page.trial-calls",
        "watertight.defaults.bulkheads.kind, watertight.defaults.bulkhead.kind",
        "watertight.defaults.bulkhead.maxwaits, watertight.defaults.bulkhead.max-wait",
        "watertight.pipeline.page[0], watertight.pipelines.page[0]",
        "watertight.health.status, watertight.health.status-when-saturated",
        "watertigth.bulkheads.inventory.kind, watertight.bulkheads.inventory.kind",
        "water-tight2.bulkheads.inventory.kind, watertight.bulkheads.inventory.kind",
    })
    void anUnknownKeyNamesTheNearest(String property, String nearest) {
        List<Problem> problems = Application.problems(KIND, LIMIT, property + "=1");
        assertThat(problems).anySatisfy(problem -> {
            assertThat(problem.property()).isEqualTo(property);
            assertThat(problem.value()).isEqualTo("1");
            assertThat(problem.reason()).isEqualTo("there is no such property; the nearest is " + nearest);
            assertThat(problem.remedy()).startsWith("Write " + nearest + " instead of " + property);
        });
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                bad("max-concurrent-calls=many", "it is no whole number", "such as 40"),
                bad("max-concurrent-calls=0", "must be at least 1, was 0", "Correct"),
                bad("kind=sempahore", "the nearest is semaphore", "one of semaphore, thread-pool, virtual"),
                bad("kind=pool", "the nearest is thread-pool", "one of semaphore, thread-pool, virtual"),
                bad("max-wait=soon", "it is no duration", "500ms"),
                bad("max-wait=-1s", "must not be negative, was PT-1S", "Correct"),
                bad("fair=perhaps", "neither true nor false", "true or false"),
                bad("fair=true", "no effect without max-wait", "Set max-wait"),
                bad("max-waiting=2", "no effect without max-wait", "Set max-wait"),
                bad("queue-capacity=2", "kind semaphore has no threads", "set kind to thread-pool or virtual"),
                bad("timeout=2s", "kind semaphore has no threads", "set kind to thread-pool or virtual"),
                bad("max-wait=", "it has no value", "Give"),
                bad("max-wait.nanos=3", "a value stands where it has keys", "Remove"));
    }

    private static Arguments bad(String assignment, String reason, String remedy) {
        return Arguments.of(assignment, reason, remedy);
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void aBadValueSaysWhatIsGood(String assignment, String reason, String remedy) {
        String property = "watertight.bulkheads.inventory." + assignment;
        List<Problem> problems = Application.problems(KIND, LIMIT, property);
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(property).isEqualTo(problem.property() + "=" + problem.value());
            assertThat(problem.reason()).contains(reason);
            assertThat(problem.remedy()).contains(remedy).contains(problem.property());
        });
    }

    @Test
    void whatIsRequiredIsNotGuessed() {
        assertThat(Application.problems("watertight.bulkheads.inventory.max-wait=1s"))
                .extracting(Problem::property, Problem::value)
                .containsExactly(
                        tuple("watertight.bulkheads.inventory.kind", null),
                        tuple("watertight.bulkheads.inventory.max-concurrent-calls", null));
        assertThat(Application.problems("watertight.timeouts.page.abandonment=true"))
                .singleElement()
                .extracting(Problem::property)
                .isEqualTo("watertight.timeouts.page.limit");
    }

    @Test
    void aBadDefaultIsBlamedOnTheDefault() {
        assertThat(Application.problems(KIND, LIMIT, "watertight.defaults.bulkhead.max-wait=-1s"))
                .singleElement()
                .extracting(Problem::property)
                .isEqualTo("watertight.defaults.bulkhead.max-wait");
    }

    @Test
    void aCircuitBreakerHasOneWindow() {
        assertThat(Application.problems(
                        "watertight.circuit-breakers.a.window-calls=10",
                        "watertight.circuit-breakers.a.window-duration=10s"))
                .singleElement()
                .extracting(Problem::reason)
                .isEqualTo("the window is one of calls or one of time, not both");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "minimum-calls=200 | from 1 to the 100 calls of the window",
                "slow-call-rate-threshold=0.5 | without a slowCallDuration no call is slow",
                "failure-rate-threshold=50 | above 0 and at most 1, was 50.0",
                "failure-rate-threshold=half | it is no number",
                "open-duration=0 | must be positive",
            })
    void whatACircuitBreakerRefusesIsBlamedOnItsProperty(String assignment, String reason) {
        String property = "watertight.circuit-breakers.inventory." + assignment;
        assertThat(Application.problems(property)).singleElement().satisfies(problem -> {
            assertThat(property).isEqualTo(problem.property() + "=" + problem.value());
            assertThat(problem.reason()).contains(reason);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bulkhead:inventori | it names no policy; the nearest is bulkhead:inventory",
                "inventori | it names no policy; the nearest is bulkhead:inventory",
                "pages | it names no policy; the nearest is timeout:page",
                "bulkheads:inventory | it names no policy; the nearest is bulkhead:inventory",
                "timeout:inventory | it names no policy; the nearest is bulkhead:inventory",
            })
    void aReferenceToNothingNamesTheNearest(String reference, String reason) {
        assertThat(Application.problems(KIND, LIMIT, TIMEOUT, "watertight.pipelines.page[0]=" + reference))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.property()).isEqualTo("watertight.pipelines.page[0]");
                    assertThat(problem.value()).isEqualTo(reference);
                    assertThat(problem.reason()).isEqualTo(reason);
                    assertThat(problem.remedy()).endsWith("There are: bulkhead:inventory, timeout:page");
                });
    }

    @Test
    void aNameOfTwoPoliciesNeedsTheKind() {
        assertThat(Application.problems(
                        KIND, LIMIT, "watertight.timeouts.inventory.limit=1s", "watertight.pipelines.page=inventory"))
                .singleElement()
                .extracting(Problem::remedy)
                .isEqualTo("Write watertight.pipelines.page[0] as bulkhead:inventory or timeout:inventory");
    }

    @Test
    void anUnsoundOrderIsRefusedWithTheSoundOne() {
        assertThat(Application.problems(
                        KIND, LIMIT, TIMEOUT, ABANDONING, "watertight.pipelines.page=bulkhead:inventory,timeout:page"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.property()).isEqualTo("watertight.pipelines.page");
                    assertThat(problem.reason()).startsWith("Unsound order bulkhead(timeout(operation))");
                    assertThat(problem.remedy())
                            .isEqualTo("Write watertight.pipelines.page: [timeout:page, bulkhead:inventory]");
                });
    }

    @Test
    void aPolicyTwiceIsRefused() {
        assertThat(Application.problems(KIND, LIMIT, "watertight.pipelines.page=inventory,inventory"))
                .singleElement()
                .extracting(Problem::remedy)
                .isEqualTo("Write watertight.pipelines.page: [bulkhead:inventory]");
    }

    @Test
    void aPipelineOfAPolicyThatCouldNotBeMadeIsNotReportedToo() {
        assertThat(Application.problems(KIND, "watertight.pipelines.page=inventory"))
                .singleElement()
                .extracting(Problem::property)
                .isEqualTo("watertight.bulkheads.inventory.max-concurrent-calls");
    }

    @Test
    void everythingIsReportedAtOnceButAWrongPlaceOnce() {
        assertThat(Application.problems(
                        "watertight.bulkhead.inventory.kind=semaphore",
                        "watertight.bulkhead.inventory.max-concurrent-calls=40",
                        "watertight.timeouts.page.limit=soon",
                        "watertight.bulkheads[0].kind=semaphore"))
                .extracting(Problem::property)
                .containsExactlyInAnyOrder(
                        "watertight.bulkhead.inventory.kind",
                        "watertight.timeouts.page.limit",
                        "watertight.bulkheads[0].kind",
                        "watertight.bulkheads[0].max-concurrent-calls");
    }

    @Test
    void environmentVariablesAreCheckedToo() {
        assertThat(Application.problems(Application.with(KIND, LIMIT)
                        .withInitializer(context -> TestPropertyValues.of(Map.of(
                                        "WATERTIGHT_BULKHEADS_INVENTORY_MAXCONCURENTCALLS", "40",
                                        "WATERTIGHT_BULKHAEDS_INVENTORY_KIND", "semaphore",
                                        "WATERTIGHT_CIRCUIT_BREAKERS_INVENTORY_TRIALCALLS", "3"))
                                .applyTo(context.getEnvironment(), TestPropertyValues.Type.SYSTEM_ENVIRONMENT))))
                .extracting(Problem::remedy)
                .satisfiesExactlyInAnyOrder(
                        remedy -> assertThat(remedy)
                                .startsWith("Write WATERTIGHT_BULKHEADS_INVENTORY_MAXCONCURRENTCALLS instead of"
                                        + " WATERTIGHT_BULKHEADS_INVENTORY_MAXCONCURENTCALLS. There are: kind, "),
                        remedy -> assertThat(remedy)
                                .startsWith("Write WATERTIGHT_BULKHEADS_INVENTORY_KIND instead of"
                                        + " WATERTIGHT_BULKHAEDS_INVENTORY_KIND. There are: bulkheads, "),
                        remedy -> assertThat(remedy)
                                .startsWith("Write WATERTIGHT_CIRCUITBREAKERS_INVENTORY_TRIALCALLS instead of"
                                        + " WATERTIGHT_CIRCUIT_BREAKERS_INVENTORY_TRIALCALLS. There are: bulkheads, "));
    }

    @Test
    void variablesThatPlatformsMakeAreNot() {
        Application.with()
                .withInitializer(context -> TestPropertyValues.of(Map.of(
                                "WATERTIGHT_SERVICE_HOST", "10.0.0.1",
                                "WATERTIGHT_PORT_8080_TCP_ADDR", "10.0.0.1",
                                "WATERTIGHT_VERSION", "3"))
                        .applyTo(context.getEnvironment(), TestPropertyValues.Type.SYSTEM_ENVIRONMENT))
                .run(context -> assertThat(context.getStartupFailure()).isNull());
    }

    @Test
    void aSecretIsNotShown() {
        var problem = new Problem("watertight.jdbc.pasword", "hunter2", null, "there is no such property", "Write it");
        assertThat(problem.describe()).contains("******").doesNotContain("hunter2");
    }
}
