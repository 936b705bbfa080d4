// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

/**
 * One line of a table: a library in one configuration.
 *
 * @param subject the library, or the policies
 * @param listening which events somebody listens to
 */
record Variant(Subject subject, Listening listening) {
    Variant(Subject subject) {
        this(subject, Listening.NONE);
    }

    /** Returns the yardstick that this one is compared with. */
    Variant raw() {
        return new Variant(subject.raw());
    }

    String label() {
        return listening == Listening.NONE ? subject.label() : subject.label() + ", " + listening.label();
    }

    /** Returns the name that {@code --list} shows and {@code --filter} matches. */
    String id() {
        return listening == Listening.NONE ? subject.name() : subject.name() + "+" + listening.name();
    }
}
