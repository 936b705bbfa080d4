// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

/**
 * One line of a table: a library in one configuration.
 *
 * @param library the library
 * @param listening which events somebody listens to
 */
record Variant(Library library, Listening listening) {
    Variant(Library library) {
        this(library, Listening.NONE);
    }

    /** Returns the raw semaphore that this one is compared with. */
    Variant raw() {
        return new Variant(library.raw());
    }

    String label() {
        return listening == Listening.NONE ? library.label() : library.label() + ", " + listening.label();
    }

    /** Returns the name that {@code --list} shows and {@code --filter} matches. */
    String id() {
        return listening == Listening.NONE ? library.name() : library.name() + "+" + listening.name();
    }
}
