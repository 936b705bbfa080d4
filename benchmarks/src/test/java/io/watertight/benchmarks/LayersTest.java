// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LayersTest {
    @ParameterizedTest
    @EnumSource
    void letsACallThrough(Layers layers) {
        Contender contender = layers.contender();
        assertThat(contender.call(() -> "first")).isEqualTo("first");
        assertThat(contender.call(() -> "second")).isEqualTo("second");
    }

    @Test
    void hasTheOrderThatItsLabelSays() {
        assertThat(WatertightLayers.policy(Layers.BREAKER_BULKHEAD_TIMEOUT))
                .hasToString("circuitBreaker(bulkhead(timeout(operation)))");
    }
}
