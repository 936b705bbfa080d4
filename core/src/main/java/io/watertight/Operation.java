// SPDX-License-Identifier: Apache-2.0
package io.watertight;

import org.jspecify.annotations.Nullable;

/**
 * A call to a dependency that returns a value and may throw.
 *
 * <p>The exception is a type parameter, so what an operation throws reaches the caller of a {@link Policy} as the same
 * object with the same checked type, never wrapped.
 *
 * @param <T> what it returns
 * @param <X> the most specific type that covers the checked exceptions it throws; {@link RuntimeException} where it
 *     throws none
 */
@FunctionalInterface
public interface Operation<T extends @Nullable Object, X extends Throwable> {
    /**
     * Calls the dependency.
     *
     * @return the result
     * @throws X what the dependency fails with
     */
    T call() throws X;
}
