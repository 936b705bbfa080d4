// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.io.Serial;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A semaphore whose "full" is an exception without message, stack trace or fields: the floor under every library. */
final class ThrowingSemaphoreContender extends Contender {
    private final Semaphore permits;

    ThrowingSemaphoreContender(Setting setting) {
        if (setting.waits()) {
            throw new IllegalArgumentException("This contender only rejects: use SEMAPHORE where calls wait");
        }
        this.permits = new Semaphore(setting.permits());
    }

    @Override
    @Nullable
    Object call(Supplier<?> operation) {
        if (!permits.tryAcquire()) {
            throw new EmptyException();
        }
        try {
            return operation.get();
        } finally {
            permits.release();
        }
    }

    private static final class EmptyException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        EmptyException() {
            super(null, null, true, false);
        }
    }
}
