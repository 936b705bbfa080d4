// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.function.Supplier;

/** Resilience4j's circuit breaker around its bulkhead, the latter unfair as Watertight's is. */
final class Resilience4jLayers extends Contender {
    private static final int PERMITS = 1024;

    private final CircuitBreaker breaker = CircuitBreaker.ofDefaults("benchmark");
    private final Bulkhead bulkhead = Bulkhead.of(
            "benchmark",
            BulkheadConfig.custom()
                    .maxConcurrentCalls(PERMITS)
                    .fairCallHandlingStrategyEnabled(false)
                    .build());

    @Override
    Object call(Supplier<?> operation) {
        return breaker.executeSupplier(Bulkhead.decorateSupplier(bulkhead, operation));
    }
}
