// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import dev.failsafe.Bulkhead;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Failsafe's bulkhead policy in an executor made once. */
final class FailsafeContender extends Contender {
    private final FailsafeExecutor<Object> executor;

    FailsafeContender(Setting setting) {
        var bulkhead = Bulkhead.<Object>builder(setting.permits());
        if (setting.waits()) {
            bulkhead.withMaxWaitTime(LONG);
        }
        this.executor = Failsafe.with(bulkhead.build());
    }

    @Override
    @Nullable
    Object call(Supplier<?> operation) {
        return executor.get(operation::get);
    }
}
