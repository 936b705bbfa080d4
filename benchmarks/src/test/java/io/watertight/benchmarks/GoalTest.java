// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static io.watertight.benchmarks.Sample.HEARD;
import static io.watertight.benchmarks.Sample.TABLE;
import static io.watertight.benchmarks.Sample.WATERTIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.benchmarks.Goal.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoalTest {
    @Test
    void comparesWithTheRawSemaphoreOrWithSilence() {
        assertThat(new Goal(WATERTIGHT, Quantity.TO_RAW, 1).figure(TABLE)).hasValue(1.1);
        assertThat(new Goal(HEARD, Quantity.TO_UNHEARD, 1).figure(TABLE)).hasValue(2);
        assertThat(new Goal(WATERTIGHT, Quantity.WALL, 1).figure(TABLE)).hasValue(12);
    }

    @Test
    void looksAtTheCalmTimeToo() {
        assertThat(new Goal(WATERTIGHT, Quantity.WALL, 1).calmFigure(TABLE)).hasValue(11);
        assertThat(new Goal(WATERTIGHT, Quantity.BYTES, 1).calmFigure(TABLE)).hasValue(0.001);
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
