// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A permit that somebody else closes. It is made before its permit is acquired, so that nothing can fail in between.
 */
final class HeldPermit implements Permit {
    private final Bulkhead bulkhead;
    private final AtomicBoolean closed = new AtomicBoolean();
    private long permittedAt;

    HeldPermit(Bulkhead bulkhead) {
        this.bulkhead = bulkhead;
    }

    /** To be called first thing after the acquire. */
    HeldPermit acquired(long waitedNanos) {
        try {
            permittedAt = bulkhead.permitted(waitedNanos);
            return this;
        } catch (Throwable noStackLeft) {
            close();
            throw noStackLeft;
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            bulkhead.release(permittedAt);
        }
    }

    @Override
    public String toString() {
        return "Permit[" + bulkhead.name() + (closed.get() ? ", closed]" : "]");
    }
}
