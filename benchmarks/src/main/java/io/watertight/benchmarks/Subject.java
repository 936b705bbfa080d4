// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.List;

/** What a line of a table measures; an enum, whose constants the benchmarks take as their parameter. */
sealed interface Subject permits Library, Pool, Layers, Metering {
    /** Returns the name that {@code --list} shows and {@code --filter} matches. */
    String name();

    String label();

    /** Returns the yardstick that this one is compared with; its own is the yardstick itself. */
    Subject raw();

    /** Returns those whose allocation, summed up, this one may reach and not exceed; none for most. */
    default List<? extends Subject> parts() {
        return List.of();
    }
}
