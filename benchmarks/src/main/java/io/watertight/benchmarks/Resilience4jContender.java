// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.event.BulkheadEvent;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Resilience4j's semaphore bulkhead. */
final class Resilience4jContender extends Contender {
    private final Bulkhead bulkhead;
    /** What the listeners see: written, so that no event can be optimized away. */
    volatile @Nullable BulkheadEvent last;

    private Resilience4jContender(Setting setting, BulkheadConfig.Builder config) {
        this.bulkhead = Bulkhead.of(
                "benchmark",
                config.maxConcurrentCalls(setting.permits())
                        .maxWaitDuration(setting.waits() ? LONG : Duration.ZERO)
                        .build());
        var publisher = bulkhead.getEventPublisher();
        switch (setting.listening()) {
            case NONE -> {}
            case REJECTED -> publisher.onCallRejected(event -> last = event);
            case PERMITTED -> publisher.onCallPermitted(event -> last = event);
            case ALL -> publisher.onEvent(event -> last = event);
        }
    }

    static Resilience4jContender asItComes(Setting setting) {
        return new Resilience4jContender(setting, BulkheadConfig.custom());
    }

    static Resilience4jContender lean(Setting setting) {
        return new Resilience4jContender(
                setting,
                BulkheadConfig.custom().fairCallHandlingStrategyEnabled(false).writableStackTraceEnabled(false));
    }

    @Override
    @Nullable
    Object call(Supplier<?> operation) {
        return bulkhead.executeSupplier(operation);
    }
}
