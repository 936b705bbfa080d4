// SPDX-License-Identifier: Apache-2.0

/** What asynchronous calls of every policy have in common; not exported. */
@NullMarked
package io.watertight.async;

import org.jspecify.annotations.NullMarked;
