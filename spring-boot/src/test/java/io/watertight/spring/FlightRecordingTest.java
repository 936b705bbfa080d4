// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flight recording of an application shows rejections, with nothing turned on but the recording. */
class FlightRecordingTest {
    @Test
    void showsRejections(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("recording.jfr");
        try (RunningShop shop = new RunningShop(
                        "watertight.bulkheads.inventory.kind=semaphore",
                        "watertight.bulkheads.inventory.max-concurrent-calls=1");
                var recording = new Recording()) {
            Bulkhead inventory = shop.bean(Bulkhead.class);
            recording.start();
            try (Permit held = inventory.acquire()) {
                assertThatThrownBy(inventory::acquire).isInstanceOf(BulkheadFullException.class);
            }
            recording.stop();
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.getEventType().getName().equals("io.watertight.RejectedCall"))
                        .map(event -> event.getString("policy")))
                .containsExactly("inventory");
    }
}
