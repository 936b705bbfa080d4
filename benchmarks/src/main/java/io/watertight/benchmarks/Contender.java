// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One limit on concurrent calls, made with one library: the thing that is measured.
 *
 * <p>An abstract class, of which each measurement's JVM loads a single subclass: the compiler then inlines {@link
 * #call} as if the benchmark had named the library itself.
 */
abstract class Contender {
    /** How long a call waits where {@link Setting#waits} is set: longer than any measurement. */
    static final Duration LONG = Duration.ofHours(1);

    /**
     * Runs the operation under the limit and returns its result.
     *
     * @throws RuntimeException if the library rejects the call by an exception; a semaphore has none and returns null
     */
    abstract @Nullable Object call(Supplier<?> operation);

    /**
     * What a contender is made with.
     *
     * @param permits how many calls may be active at once
     * @param waits whether a call beyond that waits, or fails at once
     * @param listening which events somebody listens to
     */
    record Setting(int permits, boolean waits, Listening listening) {
        void requireNoListener(Library library) {
            if (listening != Listening.NONE) {
                throw new IllegalArgumentException(
                        library + " is not measured with listeners: use NONE, not " + listening);
            }
        }
    }
}
