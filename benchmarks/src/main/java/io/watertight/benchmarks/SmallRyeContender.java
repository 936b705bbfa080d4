// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.smallrye.faulttolerance.api.Guard;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** SmallRye's programmatic guard with a bulkhead and nothing else. */
final class SmallRyeContender extends Contender {
    private final Guard guard;

    SmallRyeContender(Setting setting) {
        var bulkhead = Guard.create().withBulkhead().limit(setting.permits());
        if (setting.waits()) {
            bulkhead.enableSynchronousQueueing().queueSize(1 << 20);
        }
        this.guard = bulkhead.done().build();
    }

    @Override
    @Nullable
    Object call(Supplier<?> operation) {
        return guard.get(operation::get, Object.class);
    }
}
