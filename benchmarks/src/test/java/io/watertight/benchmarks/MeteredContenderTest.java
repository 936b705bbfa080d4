// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each bulkhead is watched as its label says, or its figures mean nothing. */
class MeteredContenderTest {
    @ParameterizedTest
    @EnumSource
    void letsACallThroughAndCountsIt(Metering metering) {
        var contender = new MeteredContender(metering);
        assertThat(contender.call(() -> "result")).isEqualTo("result");
        assertThat(contender.registry.entries()).hasSize(metering == Metering.BARE ? 0 : 1);
        if (contender.watching() instanceof MeterRegistry meters) {
            assertThat(meters.get("watertight.bulkhead.calls")
                            .tag("outcome", "permitted")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            assertThat(meters.get("watertight.bulkhead.hold").meter() instanceof Timer)
                    .isEqualTo(metering.name().endsWith("HISTOGRAMS"));
        }
        if (contender.watching() instanceof Recording recording) {
            recording.close();
        }
    }

    @Test
    void aRecordingRunsWhereItShould() {
        assertThat(new MeteredContender(Metering.FLIGHT_RECORDING_ON).watching())
                .isInstanceOfSatisfying(Recording.class, recording -> {
                    assertThat(recording.getState()).isEqualTo(RecordingState.RUNNING);
                    recording.close();
                });
    }
}
