// SPDX-License-Identifier: Apache-2.0

/**
 * Isolation in time: {@link io.watertight.circuitbreaker.CircuitBreaker} stops calling a dependency that fails or is slow,
 * and tries again later.
 */
@NullMarked
package io.watertight.circuitbreaker;

import org.jspecify.annotations.NullMarked;
