// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of calls, linked through the calls themselves, so that any of them can be taken out at once. Not thread-safe. */
@SuppressWarnings("NonAtomicVolatileUpdate") // one writer at a time, by the lock of the places
final class CallList {
    private @Nullable PooledCall<?> first;
    private @Nullable PooledCall<?> last;
    private volatile int size; // read by gauges without the lock

    int size() {
        return size;
    }

    void addLast(PooledCall<?> call) {
        call.list = this;
        call.previous = last;
        if (last == null) {
            first = call;
        } else {
            last.next = call;
        }
        last = call;
        size = size + 1;
    }

    @Nullable
    PooledCall<?> removeFirst() {
        PooledCall<?> call = first;
        if (call != null) {
            remove(call);
        }
        return call;
    }

    boolean remove(PooledCall<?> call) {
        if (call.list != this) {
            return false;
        }
        PooledCall<?> before = call.previous;
        PooledCall<?> after = call.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        call.list = null;
        call.previous = null;
        call.next = null;
        size = size - 1;
        return true;
    }

    void copyTo(List<PooledCall<?>> target) {
        for (PooledCall<?> call = first; call != null; call = call.next) {
            target.add(call);
        }
    }
}
