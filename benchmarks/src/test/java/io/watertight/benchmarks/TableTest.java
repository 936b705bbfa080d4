// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static io.watertight.benchmarks.Sample.HELIDON;
import static io.watertight.benchmarks.Sample.RAW;
import static io.watertight.benchmarks.Sample.TABLE;
import static io.watertight.benchmarks.Sample.WATERTIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void takesTheMedianOverForks() {
        assertThat(TABLE.median(WATERTIGHT, Fork::wall)).hasValue(12);
        assertThat(TABLE.min(WATERTIGHT, Fork::wall)).hasValue(11);
        assertThat(TABLE.max(WATERTIGHT, Fork::wall)).hasValue(110);
    }

    @Test
    void takesTheMiddleOfTwo() {
        var table = new Table(Sample.SCENARIO, Map.of(RAW, List.of(new Fork(10, 10, 0, 0), new Fork(20, 20, 0, 0))));
        assertThat(table.median(RAW, Fork::wall)).hasValue(15);
    }

    @Test
    void dividesWithinARoundSoThatASlowRoundMovesBothSides() {
        assertThat(TABLE.ratio(WATERTIGHT, RAW, Fork::wall)).hasValue(1.1);
    }

    @Test
    void dividesOnlyTheRoundsThatBothTookPartIn() {
        assertThat(TABLE.ratio(HELIDON, RAW, Fork::wall)).hasValue(5);
    }

    @Test
    void knowsNoRatioToNothing() {
        var table = new Table(
                Sample.SCENARIO,
                Map.of(RAW, List.of(new Fork(10, 10, 0, 0)), WATERTIGHT, List.of(new Fork(1, 1, 1, 0))));
        assertThat(table.ratio(WATERTIGHT, RAW, Fork::cpu)).isEmpty();
        assertThat(table.ratio(WATERTIGHT, HELIDON, Fork::wall)).isEmpty();
        assertThat(table.median(HELIDON, Fork::wall)).isEmpty();
    }
}
