// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.circuitbreaker.CircuitBreakerEvent.Outcome;

/**
 * How many calls were counted, and how many of them failed or were slow.
 *
 * <p>Packed into a long the three numbers can be added to in one atomic step: 21 bits each, signed, calls lowest. Signed,
 * because a window that takes an old outcome out may do so a moment before the thread that put it in has added it.
 */
record Tally(long calls, long failures, long slow) {
    static final Tally NONE = new Tally(0, 0, 0);

    /** The most calls that are counted by number: what 21 bits hold, rounded down to a figure to remember. */
    static final int MAX_CALLS = 1_000_000;

    private static final int BITS = 21;

    /** One call with that outcome, in three bits: counted, failed, slow. */
    static int bits(Outcome outcome) {
        return 1 | (outcome.failed() ? 2 : 0) | (outcome.slow() ? 4 : 0);
    }

    /** The same as a number to add to a packed tally; zero bits are no call. */
    static long packed(int bits) {
        return (bits & 1) + ((bits >> 1 & 1L) << BITS) + ((bits >> 2 & 1L) << (2 * BITS));
    }

    static Tally unpack(long packed) {
        long calls = lowest(packed);
        long above = (packed - calls) >> BITS;
        long failures = lowest(above);
        return new Tally(calls, failures, (above - failures) >> BITS);
    }

    /** Whether neither a failure nor a slow call is in it. */
    static boolean isAllWell(long packed) {
        return packed >> BITS == 0;
    }

    private static long lowest(long packed) {
        return packed << (Long.SIZE - BITS) >> (Long.SIZE - BITS);
    }

    // A quotient, not a product with the threshold: 7.0 / 100 is the double 0.07, but 0.07 * 100 is more than 7.

    double failureRate() {
        return calls == 0 ? 0 : (double) failures / calls;
    }

    double slowCallRate() {
        return calls == 0 ? 0 : (double) slow / calls;
    }
}
