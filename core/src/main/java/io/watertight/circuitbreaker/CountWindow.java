// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the latest calls, a fixed number of them, in a ring.
 *
 * <p>A result takes its place with one atomic increment and swaps its outcome in. Whoever changes what a place holds adds
 * the difference to the totals in one atomic step, and judges the totals that it made; so every change is judged by
 * somebody. In good health, a success in place of a success, nothing changes, and the increment is all there is.
 */
final class CountWindow implements Window {
    private final AtomicIntegerArray ring;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong totals = new AtomicLong();

    CountWindow(int calls) {
        this.ring = new AtomicIntegerArray(calls);
    }

    @Override
    public @Nullable Tally add(Outcome outcome, long now) {
        int place = (int) (next.getAndIncrement() % ring.length());
        int bits = Tally.bits(outcome);
        if (ring.get(place) == bits) {
            return null;
        }
        int former = ring.getAndSet(place, bits);
        long changed = totals.addAndGet(Tally.packed(bits) - Tally.packed(former));
        return Tally.isAllWell(changed) ? null : Tally.unpack(changed);
    }

    @Override
    public Tally tally() {
        return Tally.unpack(totals.get());
    }
}
