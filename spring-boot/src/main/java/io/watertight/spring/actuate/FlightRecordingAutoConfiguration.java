// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import io.watertight.micrometer.FlightRecording;
import io.watertight.registry.Registry;
import java.time.Duration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** What goes wrong is in every JDK flight recording, where the application has {@code watertight-micrometer}. */
@AutoConfiguration
@ConditionalOnClass(value = FlightRecording.class, name = "jdk.jfr.FlightRecorder")
final class FlightRecordingAutoConfiguration {
    private static final Duration WAIT_THRESHOLD = Duration.ofMillis(10);

    @Bean
    @ConditionalOnMissingBean
    FlightRecording watertightFlightRecording(Registry registry) {
        return FlightRecording.of(registry, WAIT_THRESHOLD);
    }
}
