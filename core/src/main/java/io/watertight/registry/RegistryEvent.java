// SPDX-License-Identifier: Apache-2.0
package io.watertight.registry;

/** A change of a {@link Registry}. */
public sealed interface RegistryEvent {
    /**
     * Returns the entry that came or went.
     *
     * @return the entry
     */
    Registered entry();

    /**
     * A policy was registered.
     *
     * @param entry the new entry
     */
    record Added(Registered entry) implements RegistryEvent {}

    /**
     * A policy was removed, or closed.
     *
     * @param entry the entry as it was
     */
    record Removed(Registered entry) implements RegistryEvent {}
}
