// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.SyncTaskExecutor;

/**
 * Spring's concurrency throttle on the caller's own thread. The interceptor behind {@code @ConcurrencyLimit} uses the
 * same throttle, behind a proxy. Its waits have no limit.
 */
final class SpringContender extends Contender {
    private final SyncTaskExecutor executor = new SyncTaskExecutor();

    SpringContender(Setting setting) {
        executor.setConcurrencyLimit(setting.permits());
        executor.setRejectTasksWhenLimitReached(!setting.waits());
    }

    @Override
    @Nullable
    Object call(Supplier<?> operation) {
        return executor.<@Nullable Object, RuntimeException>execute(operation::get);
    }
}
