// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One thing for each of Lincheck's threads, which alone uses it. */
final class PerThread<T> {
    /** More than the threads of a scenario and its first and last part. */
    private static final int THREADS = 8;

    private final List<T> things;

    PerThread(Supplier<? extends T> maker) {
        things = Stream.<T>generate(maker).limit(THREADS).toList();
    }

    T of(int thread) {
        return things.get(thread);
    }
}
