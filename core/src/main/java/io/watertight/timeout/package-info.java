// SPDX-License-Identifier: Apache-2.0

/** How long one operation may last: {@link io.watertight.timeout.Timeout}. */
@NullMarked
package io.watertight.timeout;

import org.jspecify.annotations.NullMarked;
