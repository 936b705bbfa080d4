// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallObserver;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.contract.TestThreads;
import io.watertight.registry.Registry;
import io.watertight.timeout.Timeout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {
    private final Registry registry = Registry.create();

    @TempDir
    Path folder;

    private List<RecordedEvent> recorded(Recording recording) throws Exception {
        recording.stop();
        Path file = folder.resolve("recording.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("io.watertight."))
                .toList();
    }

    @Test
    void whatGoesWrongIsInTheRecording() throws Exception {
        Bulkhead bulkhead = registry.register(Bulkhead.of("inventory", 1));
        Bulkhead patient = registry.register(Bulkhead.of("payment", 1).withMaxWait(Duration.ofMinutes(1)));
        Timeout timeout =
                registry.register(Timeout.of("page", Duration.ofMillis(20)).withAbandonment(true));
        try (var following = FlightRecording.of(registry, Duration.ZERO);
                var recording = new Recording();
                var threads = new TestThreads(Thread.ofPlatform().factory())) {
            recording.start();
            try (Permit held = bulkhead.acquire()) {
                assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
            }
            Permit held = patient.acquire();
            var waiting = threads.start(() -> patient.call(() -> "served"));
            TestThreads.eventually("it waits", () -> patient.waitingCalls() == 1);
            held.close();
            assertThat(waiting.result()).isEqualTo("served");

            var release = new CountDownLatch(1);
            var straggled = new CountDownLatch(1);
            timeout.observe(new CallObserver() {
                @Override
                public void straggled(long nanos) {
                    straggled.countDown();
                }
            });
            assertThatThrownBy(() -> timeout.run(() -> {
                        while (release.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    }))
                    .isInstanceOf(TimeoutExceededException.class);
            release.countDown();
            straggled.await();

            List<RecordedEvent> events = recorded(recording);
            assertThat(events)
                    .extracting(event -> event.getEventType().getName() + " " + event.getString("policy") + " "
                            + event.getString("kind"))
                    .containsExactlyInAnyOrder(
                            "io.watertight.RejectedCall inventory semaphore",
                            "io.watertight.PermitWait payment semaphore",
                            "io.watertight.Straggler page timeout");
            assertThat(events.stream()
                            .filter(event -> event.hasField("reason"))
                            .findFirst()
                            .orElseThrow()
                            .getString("reason"))
                    .isEqualTo("full");
        }
    }

    @Test
    void nothingIsObservedWhileNothingIsRecorded() throws Exception {
        var observed = new ObservedPolicy();
        registry.register("test", observed);
        var following = FlightRecording.of(registry, Duration.ofMillis(10));
        assertThat(observed.observers()).isZero();
        try (var recording = new Recording()) {
            recording.start();
            assertThat(observed.observers()).isEqualTo(1);
            recording.stop();
            assertThat(observed.observers()).isZero();
        }
        try (var recording = new Recording()) {
            recording.start();
            following.close();
            assertThat(observed.observers()).isZero();
            assertThat(recorded(recording)).isEmpty();
        }
    }

    @Test
    void aNegativeThresholdIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlightRecording.of(registry, Duration.ofMillis(-1)))
                .withMessageContaining("PT-0.001S");
    }
}
