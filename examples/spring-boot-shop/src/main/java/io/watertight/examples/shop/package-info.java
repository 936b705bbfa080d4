// SPDX-License-Identifier: Apache-2.0

/** A page service with three dependencies, each in a compartment of its own. */
@NullMarked
package io.watertight.examples.shop;

import org.jspecify.annotations.NullMarked;
