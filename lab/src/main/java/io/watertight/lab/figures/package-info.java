// SPDX-License-Identifier: Apache-2.0

/** What a replay measured: plain records, the same for the terminal, the HTML page and the JSON file. */
@NullMarked
package io.watertight.lab.figures;

import org.jspecify.annotations.NullMarked;
