// SPDX-License-Identifier: Apache-2.0

/** What the formulas of {@code io.watertight.sizing} predict for a scenario. */
@NullMarked
package io.watertight.lab.prediction;

import org.jspecify.annotations.NullMarked;
