// SPDX-License-Identifier: Apache-2.0

/** Shows figures: in the terminal, as SVG, as a web page, as JSON. */
@NullMarked
package io.watertight.lab.report;

import org.jspecify.annotations.NullMarked;
