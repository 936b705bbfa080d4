// SPDX-License-Identifier: Apache-2.0

/** Policies around each other. */
@NullMarked
package io.watertight.pipeline;

import org.jspecify.annotations.NullMarked;
