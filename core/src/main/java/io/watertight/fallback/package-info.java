// SPDX-License-Identifier: Apache-2.0

/** Degrading: {@link io.watertight.fallback.Fallback} answers in place of a call that failed or was rejected. */
@NullMarked
package io.watertight.fallback;

import org.jspecify.annotations.NullMarked;
