// SPDX-License-Identifier: Apache-2.0

/** What was probably meant, for messages about names and keys; exported to the other modules only. */
@NullMarked
package io.watertight.spelling;

import org.jspecify.annotations.NullMarked;
