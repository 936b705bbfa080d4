// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void showsTheGoalsFirst() {
        assertThat(Sample.report(Effort.FULL).markdown())
                .contains(
                        "| Permitted, one thread | Watertight | 1.10 x raw | 1.10 x raw | yes | 1.11 x raw | **no** |")
                .contains("| Permitted, one thread | Watertight | 15.0 ns | 12.0 ns | yes | 11.0 ns | yes |")
                .contains("| Permitted, one thread | Watertight | 0 B | 0 B | yes | 0 B | yes |")
                .contains("| Permitted, one thread | Watertight, listener for rejected | 1.05 x without listener"
                        + " | 2.00 x without listener | **no** | 2.09 x without listener | **no** |");
    }

    @Test
    void showsALineForEachLibrary() {
        assertThat(Sample.report(Effort.FULL).markdown())
                .contains("| raw semaphore | 10.0 (10.0–100.0) | 9.0 | 9.0 (9.0–10.0) | 0 | 1.00 | 1.00 | 1.00 | 3 |")
                .contains("| Watertight | 12.0 (11.0–110.0) | 11.0 | 9.0 (9.0–11.0) | 0 | 1.10 | 1.11 | 1.00 | 3 |")
                // Helidon's yardstick is the fair semaphore, which is not there.
                .contains("| Helidon | 50.0 (50.0–50.0) | 49.0 | 60.0 (60.0–60.0) | 128 | – | – | – | 1 |");
    }

    @Test
    void saysWhereItWasMeasured() {
        assertThat(Sample.report(Effort.FULL).markdown())
                .contains("2026-01-02T03:04:05Z")
                .contains("Model X, 2 processors")
                .contains("Vendor 25")
                .contains("Watertight 1.2.3")
                .doesNotContain("smoke");
    }

    @Test
    void warnsOfAShortRun() {
        assertThat(Sample.report(Effort.QUICK).markdown()).contains("A smoke run (quick)");
    }

    @Test
    void writesEveryForkAsJson() throws Exception {
        JsonNode json = new ObjectMapper().readTree(JsonReport.of(Sample.report(Effort.FULL)));
        assertThat(json.at("/date").asText()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(json.at("/effort").asText()).isEqualTo("FULL");
        assertThat(json.at("/machine/versions/Watertight").asText()).isEqualTo("1.2.3");
        assertThat(json.at("/scenarios/0/lines/1/variant").asText()).isEqualTo("WATERTIGHT");
        assertThat(json.at("/scenarios/0/lines/1/raw").asText()).isEqualTo("SEMAPHORE");
        assertThat(json.at("/scenarios/0/lines/1/forks/1/wall").asDouble()).isEqualTo(110);
        assertThat(json.at("/scenarios/0/goals/3/figure").asDouble()).isEqualTo(2);
        assertThat(json.at("/scenarios/0/goals/0/met").asBoolean()).isTrue();
        assertThat(json.at("/scenarios/0/goals/0/metWhenCalm").asBoolean(true)).isFalse();
        assertThat(json.at("/scenarios/0/goals/3/met").asBoolean(true)).isFalse();
    }
}
