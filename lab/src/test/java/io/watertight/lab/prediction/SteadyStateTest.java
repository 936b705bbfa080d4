// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.watertight.lab.prediction.SteadyState.WallState;
import io.watertight.lab.scenario.Catalogue;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.ScenarioReader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyStateTest {
    private static final Scenario HANG = Catalogue.find("inventory-hang");

    private static SteadyState state(Scenario scenario, String name, int phase) {
        Variant variant = scenario.variants().stream()
                .filter(v -> v.name().equals(name))
                .findFirst()
                .orElseThrow();
        return new SteadyState(scenario, variant, scenario.phases().get(phase));
    }

    /** 60.4 % and 92.0 % are the exact values for 200 threads and 500 erlangs. */
    @ParameterizedTest
    @CsvSource({
        "no-walls, 0, , 0",
        "no-walls, 1, , 0.604466",
        "bulkhead, 0, 1.82e-37, 0",
        "bulkhead, 1, 0.920173, 0",
        "timeout-inside, 1, 0.607, 0",
        "thread-pool, 0, 0, 0"
    })
    void theInventoryHang(String variant, int phase, @Nullable Double wall, double healthy) {
        SteadyState state = state(HANG, variant, phase);

        Optional<WallState> inventory = state.wall(HANG.dependencies().get(0));
        if (wall == null) {
            assertThat(inventory).isEmpty();
        } else {
            assertThat(inventory.orElseThrow().rejected()).isCloseTo(wall, within(1e-3));
        }
        assertThat(state.healthyRejected().orElseThrow()).isCloseTo(healthy, within(1e-6));
    }

    @Test
    void aTimeoutShortensTheHold() {
        assertThat(state(HANG, "bulkhead", 1)
                        .wall(HANG.dependencies().get(0))
                        .orElseThrow()
                        .erlangs())
                .isEqualTo(500);
        assertThat(state(HANG, "timeout-inside", 1)
                        .wall(HANG.dependencies().get(0))
                        .orElseThrow()
                        .erlangs())
                .isEqualTo(100);
    }

    @Test
    void aWaitIsCountedAtTheWallAndInThePool() {
        Scenario scenario = ScenarioReader.parse("x", "x.yaml", """
                duration: 2s
                deadline: 1s
                pool: {threads: 20, queue: 0}
                dependencies:
                  slow: {latency: 10ms, changes: [{at: 1s, latency: 4s}]}
                  good: {latency: 10ms}
                endpoints:
                  slow: {calls: slow, rate: 40/s}
                  good: {calls: good, rate: 30/s}
                variants:
                  quick: {walls: {slow: {bulkhead: 4}}}
                  patient: {walls: {slow: {bulkhead: {max-concurrent-calls: 4, max-wait: 500ms}}}}
                """);
        WallState wall = state(scenario, "patient", 1)
                .wall(scenario.dependencies().get(0))
                .orElseThrow();

        assertThat(wall.formula()).isEqualTo("M/M/c+D");
        assertThat(wall.erlangs()).isEqualTo(160);
        assertThat(state(scenario, "quick", 1).healthyRejected().orElseThrow()).isLessThan(1e-9);
        // 4 permits and 40/s × 500 ms = 20 waiting callers are the whole pool: no wall at all.
        assertThat(state(scenario, "patient", 1).healthyRejected().orElseThrow())
                .isGreaterThan(0.8);
    }

    @Test
    void aLatencyThatNobodyToldIsNotPredicted() {
        Scenario scenario = ScenarioReader.parse("x", "x.yaml", """
                duration: 1s
                deadline: 1s
                pool: {threads: 4, queue: 10}
                dependencies: {there: {url: "http://127.0.0.1:1/health"}}
                endpoints: {page: {calls: there, rate: 20/s}}
                variants: {open: }
                """);

        assertThat(state(scenario, "open", 0).wall(scenario.dependencies().get(0)))
                .isEmpty();
        assertThat(state(scenario, "open", 0).healthyRejected()).isEmpty();
    }
}
