// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import dev.failsafe.Bulkhead;
import dev.failsafe.CircuitBreaker;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Timeout;
import java.time.Duration;
import java.util.function.Supplier;

/** Failsafe's circuit breaker, bulkhead and interrupting timeout in an executor made once. */
final class FailsafeLayers extends Contender {
    private static final int PERMITS = 1024;

    private final FailsafeExecutor<Object> executor = Failsafe.with(
            CircuitBreaker.<Object>builder().withFailureThreshold(50, 100).build(),
            Bulkhead.<Object>of(PERMITS),
            Timeout.<Object>builder(Duration.ofSeconds(1)).withInterrupt().build());

    @Override
    Object call(Supplier<?> operation) {
        return executor.get(operation::get);
    }
}
