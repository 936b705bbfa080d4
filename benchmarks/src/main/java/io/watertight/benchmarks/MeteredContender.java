// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.micrometer.FlightRecording;
import io.watertight.micrometer.WatertightMeters;
import io.watertight.registry.Registry;
import java.time.Duration;
import java.util.function.Supplier;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/** Watertight's bulkhead in a registry, with meters or a flight recording; they last as long as the JVM. */
final class MeteredContender extends Contender {
    private static final int PERMITS = 1024;
    private static final Duration LONG_WAIT = Duration.ofMillis(10);

    final Registry registry = Registry.create();
    private final Bulkhead bulkhead = Bulkhead.of("benchmark", PERMITS);
    /** Kept, or it could be collected while it is measured. */
    private final @Nullable Object watching;

    MeteredContender(Metering metering) {
        if (metering != Metering.BARE) {
            registry.register(bulkhead);
        }
        this.watching = switch (metering) {
            case BARE, REGISTERED -> null;
            case SIMPLE -> meters(new SimpleMeterRegistry(), false);
            case SIMPLE_HISTOGRAMS -> meters(new SimpleMeterRegistry(), true);
            case PROMETHEUS -> meters(prometheus(), false);
            case PROMETHEUS_HISTOGRAMS -> meters(prometheus(), true);
            case FLIGHT_RECORDING -> FlightRecording.of(registry, LONG_WAIT);
            case FLIGHT_RECORDING_ON -> recording();
        };
    }

    private MeterRegistry meters(MeterRegistry meters, boolean histograms) {
        WatertightMeters.of(registry).withPercentileHistograms(histograms).bindTo(meters);
        return meters;
    }

    private static MeterRegistry prometheus() {
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    }

    private Recording recording() {
        var unused = FlightRecording.of(registry, LONG_WAIT);
        var recording = new Recording();
        recording.start();
        return recording;
    }

    @Nullable
    Object watching() {
        return watching;
    }

    @Override
    Object call(Supplier<?> operation) {
        return bulkhead.<Object, RuntimeException>call(operation::get);
    }
}
