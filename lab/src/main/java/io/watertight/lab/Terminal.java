// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes.
 *
 * @param out results
 * @param err progress and errors
 * @param ansi whether it is a terminal whose user wants colours
 * @param columns how wide it is
 */
record Terminal(PrintStream out, PrintStream err, boolean ansi, int columns) {
    private static final int DEFAULT_COLUMNS = 100;
    private static final int NARROWEST = 60;

    /** The width that the environment tells, or the default where it tells none. */
    static int columns(@Nullable String environment) {
        if (environment == null || !environment.matches("[1-9]\\d{0,3}")) {
            return DEFAULT_COLUMNS;
        }
        return Math.max(NARROWEST, Integer.parseInt(environment));
    }
}
