// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static io.watertight.benchmarks.Sample.HEARD;
import static io.watertight.benchmarks.Sample.TABLE;
import static io.watertight.benchmarks.Sample.WATERTIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.benchmarks.Goal.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoalTest {
    @Test
    void comparesWithTheRawSemaphoreOrWithSilence() {
        assertThat(new Goal(WATERTIGHT, Quantity.TO_RAW, 1).figure(TABLE)).hasValue(1.1);
        assertThat(new Goal(HEARD, Quantity.TO_UNHEARD, 1).figure(TABLE)).hasValue(2);
        assertThat(new Goal(WATERTIGHT, Quantity.WALL, 1).figure(TABLE)).hasValue(12);
        var beyond = new Goal(WATERTIGHT, Quantity.BEYOND_RAW, 1);
        assertThat(beyond.figure(TABLE)).hasValue(2);
        assertThat(beyond.isMet(1.04)).isTrue();
        assertThat(beyond.show(2)).isEqualTo("2.0 ns beyond raw");
    }

    @Test
    void looksAtTheCalmTimeToo() {
        assertThat(new Goal(WATERTIGHT, Quantity.WALL, 1).calmFigure(TABLE)).hasValue(11);
        assertThat(new Goal(WATERTIGHT, Quantity.BYTES, 1).calmFigure(TABLE)).hasValue(0.001);
    }

    @Test
    void subtractsWhatThePartsAllocate() {
        var bulkhead = new Variant(Layers.BULKHEAD);
        var timeout = new Variant(Layers.TIMEOUT);
        var both = new Variant(Layers.BULKHEAD_TIMEOUT);
        var goal = new Goal(both, Quantity.BYTES_BEYOND_PARTS, 0);
        var whole = Map.of(both, List.of(new Fork(1, 1, 1, 72)), bulkhead, List.of(new Fork(1, 1, 1, 0)));
        assertThat(goal.figure(new Table(Sample.SCENARIO, whole))).isEmpty();
        var all = new HashMap<>(whole);
        all.put(timeout, List.of(new Fork(1, 1, 1, 40)));
        assertThat(goal.figure(new Table(Sample.SCENARIO, all))).hasValue(32);
        assertThat(goal.show(32)).isEqualTo("32 B beyond its parts");
    }

    @ParameterizedTest
    @CsvSource({
        "TO_RAW, 1.10, 1.104, true",
        "TO_RAW, 1.10, 1.106, false",
        "BYTES, 0, 0.4, true",
        "BYTES, 0, 0.6, false",
        "WALL, 15, 15.04, true",
        "WALL, 15, 15.06, false"
    })
    void judgesTheFigureAsItIsShown(Quantity quantity, double limit, double figure, boolean met) {
        assertThat(new Goal(WATERTIGHT, quantity, limit).isMet(figure)).isEqualTo(met);
    }

    @Test
    void isSilentWhereNothingWasMeasured() {
        assertThat(new Goal(new Variant(Library.SPRING), Quantity.WALL, 1).figure(TABLE))
                .isEmpty();
    }
}
