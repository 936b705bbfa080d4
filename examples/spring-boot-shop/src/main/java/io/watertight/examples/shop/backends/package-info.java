// SPDX-License-Identifier: Apache-2.0

/** The stage: the three dependencies, in the same JVM, and the controller that makes them hang. Nothing to copy. */
@NullMarked
package io.watertight.examples.shop.backends;

import org.jspecify.annotations.NullMarked;
