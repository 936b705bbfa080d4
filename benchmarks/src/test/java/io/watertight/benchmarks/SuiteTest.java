// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SuiteTest {
    static final List<Scenario> SCENARIOS = Suite.SCENARIOS;

    @Test
    void namesEveryMeasurementOnce() {
        assertThat(SCENARIOS.stream()
                        .flatMap(scenario -> scenario.variants().stream().map(scenario::id)))
                .doesNotHaveDuplicates()
                .contains("permitted/WATERTIGHT", "listeners/WATERTIGHT+REJECTED", "rejected-60/HELIDON");
    }

    @ParameterizedTest
    @FieldSource("SCENARIOS")
    void measuresWhatTheGoalsNeed(Scenario scenario) {
        for (Goal goal : scenario.goals()) {
            assertThat(scenario.variants())
                    .contains(goal.variant(), goal.variant().raw());
            assertThat(scenario.matters(goal.variant())).isTrue();
            assertThat(scenario.matters(goal.variant().raw())).isTrue();
        }
    }

    @Test
    void setsAGoalForEveryOperation() {
        assertThat(SCENARIOS.stream()
                        .filter(scenario -> scenario.goals().isEmpty())
                        .map(Scenario::id))
                .containsExactly("descent", "pool-burst");
    }

    @Test
    void filtersAndKeepsTheYardstick() {
        Scenario filtered = SCENARIOS.get(0).filtered(id -> id.equals("permitted/HELIDON"));
        assertThat(filtered.variants())
                .containsExactly(new Variant(Library.SEMAPHORE_FAIR), new Variant(Library.HELIDON));
        assertThat(filtered.goals()).isEmpty();
    }

    @Test
    void keepsThePartsWhoseSumAGoalNeeds() {
        Scenario filtered = SCENARIOS.getLast().filtered(id -> id.startsWith("pipeline/FALLBACK_"));
        assertThat(filtered.variants())
                .containsExactly(
                        new Variant(Layers.BULKHEAD),
                        new Variant(Layers.TIMEOUT),
                        new Variant(Layers.BREAKER),
                        new Variant(Layers.FALLBACK),
                        new Variant(Layers.FALLBACK_BREAKER_BULKHEAD_TIMEOUT));
        assertThat(filtered.goals()).hasSize(1);
    }
}
