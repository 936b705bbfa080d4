// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.timeout.Timeout;
import java.time.Duration;
import java.util.function.Supplier;

/** Watertight's policies, alone or in a pipeline. */
final class WatertightLayers extends Contender {
    private static final int PERMITS = 1024;

    private final Policy policy;

    private WatertightLayers(Policy policy) {
        this.policy = policy;
    }

    static WatertightLayers of(Layers layers) {
        return new WatertightLayers(policy(layers));
    }

    static Policy policy(Layers layers) {
        var bulkhead = Bulkhead.of("benchmark", PERMITS);
        var timeout = Timeout.of("benchmark", Duration.ofSeconds(1));
        var breaker = CircuitBreaker.of("benchmark");
        return switch (layers) {
            case BULKHEAD -> bulkhead;
            case TIMEOUT -> timeout;
            case BREAKER -> breaker;
            case BREAKER_BULKHEAD -> Pipeline.of(breaker, bulkhead);
            case BULKHEAD_TIMEOUT -> Pipeline.of(bulkhead, timeout);
            case BREAKER_BULKHEAD_TIMEOUT -> Pipeline.of(breaker, bulkhead, timeout);
            default -> throw new IllegalArgumentException(layers + " is no policy of Watertight");
        };
    }

    @Override
    Object call(Supplier<?> operation) {
        return policy.<Object, RuntimeException>call(operation::get);
    }
}
