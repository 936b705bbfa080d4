// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.helidon.faulttolerance.Bulkhead;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Helidon's bulkhead. Its waits have no limit of time, its queue has one of length. */
final class HelidonContender extends Contender {
    private final Bulkhead bulkhead;

    HelidonContender(Setting setting) {
        this.bulkhead = Bulkhead.builder()
                .limit(setting.permits())
                .queueLength(setting.waits() ? Integer.MAX_VALUE : 0)
                .build();
    }

    @Override
    @Nullable
    Object call(Supplier<?> operation) {
        return bulkhead.invoke(operation);
    }
}
