// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The yardstick: what one would write by hand around a {@link Semaphore}. */
final class SemaphoreContender extends Contender {
    private final Semaphore permits;
    private final boolean waits;

    SemaphoreContender(Setting setting, boolean fair) {
        this.permits = new Semaphore(setting.permits(), fair);
        this.waits = setting.waits();
    }

    @Override
    @Nullable
    Object call(Supplier<?> operation) {
        if (!permits.tryAcquire() && !(waits && acquire())) {
            return null;
        }
        try {
            return operation.get();
        } finally {
            permits.release();
        }
    }

    private boolean acquire() {
        try {
            return permits.tryAcquire(LONG.toHours(), TimeUnit.HOURS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Interrupted while waiting", e);
        }
    }
}
