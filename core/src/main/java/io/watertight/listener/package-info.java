// SPDX-License-Identifier: Apache-2.0

/** How every policy tells its listeners; not exported. */
@NullMarked
package io.watertight.listener;

import org.jspecify.annotations.NullMarked;
