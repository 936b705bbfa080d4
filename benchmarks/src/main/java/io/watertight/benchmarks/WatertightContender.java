// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadEvent;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Watertight's semaphore bulkhead. */
final class WatertightContender extends Contender {
    private final Bulkhead bulkhead;
    /** What the listeners see: written, so that no event can be optimized away. */
    volatile @Nullable BulkheadEvent last;

    WatertightContender(Setting setting, boolean fair) {
        Bulkhead plain = Bulkhead.of("benchmark", setting.permits())
                .withMaxWait(setting.waits() ? LONG : Duration.ZERO)
                .withFair(fair);
        this.bulkhead = switch (setting.listening()) {
            case NONE -> plain;
            case REJECTED -> plain.withListener(BulkheadEvent.Rejected.class, event -> last = event);
            case PERMITTED -> plain.withListener(BulkheadEvent.Permitted.class, event -> last = event);
            case ALL -> plain.withListener(event -> last = event);
        };
    }

    @Override
    @Nullable
    Object call(Supplier<?> operation) {
        return bulkhead.call(operation::get);
    }
}
