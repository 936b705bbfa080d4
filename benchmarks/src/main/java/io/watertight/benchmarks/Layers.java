// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.List;

/** Policies around one call: each alone, in pairs, and all together. */
public enum Layers implements Subject {
    /** The yardstick: what Watertight's bulkhead costs alone. */
    BULKHEAD("bulkhead"),
    /** The timeout that interrupts the calling thread. */
    TIMEOUT("timeout"),
    /** A circuit breaker with a window of calls. */
    BREAKER("circuit breaker"),
    /** A fallback around nothing. */
    FALLBACK("fallback"),
    /** Without the timeout: what that adds is the difference to the three. */
    BREAKER_BULKHEAD("circuit breaker(bulkhead)"),
    /** Without the circuit breaker. */
    BULKHEAD_TIMEOUT("bulkhead(timeout)"),
    /** The usual three. */
    BREAKER_BULKHEAD_TIMEOUT("circuit breaker(bulkhead(timeout))"),
    /** The usual four. */
    FALLBACK_BREAKER_BULKHEAD_TIMEOUT("fallback(circuit breaker(bulkhead(timeout)))"),
    /** Resilience4j's two that are synchronous, composed for each call as its users do. */
    RESILIENCE4J_BREAKER_BULKHEAD("Resilience4j, circuit breaker(bulkhead)"),
    /** Failsafe's three, with a timeout that interrupts. */
    FAILSAFE_BREAKER_BULKHEAD_TIMEOUT("Failsafe, circuit breaker(bulkhead(timeout))");

    private final String label;

    Layers(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Layers raw() {
        return BULKHEAD;
    }

    @Override
    public List<Layers> parts() {
        return switch (this) {
            case BREAKER_BULKHEAD -> List.of(BREAKER, BULKHEAD);
            case BULKHEAD_TIMEOUT -> List.of(BULKHEAD, TIMEOUT);
            case BREAKER_BULKHEAD_TIMEOUT -> List.of(BREAKER, BULKHEAD, TIMEOUT);
            case FALLBACK_BREAKER_BULKHEAD_TIMEOUT -> List.of(FALLBACK, BREAKER, BULKHEAD, TIMEOUT);
            default -> List.of();
        };
    }

    /** Makes a contender, and nothing of the other libraries. */
    Contender contender() {
        return switch (this) {
            case RESILIENCE4J_BREAKER_BULKHEAD -> new Resilience4jLayers();
            case FAILSAFE_BREAKER_BULKHEAD_TIMEOUT -> new FailsafeLayers();
            case FALLBACK -> WatertightFallback.alone();
            case FALLBACK_BREAKER_BULKHEAD_TIMEOUT -> WatertightFallback.aroundThree();
            default -> WatertightLayers.of(this);
        };
    }
}
