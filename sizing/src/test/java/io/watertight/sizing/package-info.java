// SPDX-License-Identifier: Apache-2.0

/** Formulas against exact arithmetic, against each other and against simulation. */
@NullMarked
package io.watertight.sizing;

import org.jspecify.annotations.NullMarked;
