// SPDX-License-Identifier: Apache-2.0

/**
 * What every policy is and throws: {@link io.watertight.Policy} and the exceptions under
 * {@link io.watertight.ResilientException}.
 */
@NullMarked
package io.watertight;

import org.jspecify.annotations.NullMarked;
