// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

/** Who watches a bulkhead: nobody, or meters, or a flight recording. */
public enum Metering implements Subject {
    /** The yardstick. */
    BARE("bare bulkhead"),
    /** In a registry that nobody measures. */
    REGISTERED("in a registry"),
    /** Meters in memory. */
    SIMPLE("SimpleMeterRegistry"),
    /** Meters in memory, with histograms. */
    SIMPLE_HISTOGRAMS("SimpleMeterRegistry, histograms"),
    /** Meters for Prometheus. */
    PROMETHEUS("PrometheusMeterRegistry"),
    /** Meters for Prometheus, with histograms. */
    PROMETHEUS_HISTOGRAMS("PrometheusMeterRegistry, histograms"),
    /** Flight recordings are followed, and none runs. */
    FLIGHT_RECORDING("FlightRecording, nothing recorded"),
    /** A flight recording runs. */
    FLIGHT_RECORDING_ON("FlightRecording, a recording runs");

    private final String label;

    Metering(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Metering raw() {
        return BARE;
    }

    /** Makes a bulkhead that is watched so. */
    Contender contender() {
        return new MeteredContender(this);
    }
}
