// SPDX-License-Identifier: Apache-2.0

/**
 * Compartments: {@link io.watertight.bulkhead.Bulkhead} limits how many calls of a dependency may be active at once.
 */
@NullMarked
package io.watertight.bulkhead;

import org.jspecify.annotations.NullMarked;
