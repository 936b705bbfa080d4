// SPDX-License-Identifier: Apache-2.0

/** The code of README, docs and javadoc, compiled and run. */
@NullMarked
package io.watertight.snippets;

import org.jspecify.annotations.NullMarked;
