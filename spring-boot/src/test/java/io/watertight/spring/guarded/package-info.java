// SPDX-License-Identifier: Apache-2.0

/** Guarded methods in real application contexts. */
@NullMarked
package io.watertight.spring.guarded;

import org.jspecify.annotations.NullMarked;
