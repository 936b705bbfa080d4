// SPDX-License-Identifier: Apache-2.0
package io.watertight;

/**
 * A call to a dependency that returns nothing and may throw.
 *
 * @param <X> the most specific type that covers the checked exceptions it throws
 * @see Operation
 */
@FunctionalInterface
public interface Action<X extends Throwable> {
    /**
     * Calls the dependency.
     *
     * @throws X what the dependency fails with
     */
    void run() throws X;
}
