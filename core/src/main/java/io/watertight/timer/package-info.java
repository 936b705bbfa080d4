// SPDX-License-Identifier: Apache-2.0

/** One clock for everything that must happen later, and interrupts that hit only what they are meant for; not exported. */
@NullMarked
package io.watertight.timer;

import org.jspecify.annotations.NullMarked;
