// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

/**
 * Colours of a terminal, or none.
 *
 * @param coloured whether to use any
 */
public record Ink(boolean coloured) {
    String bold(String text) {
        return in("1", text);
    }

    String faint(String text) {
        return in("2", text);
    }

    String red(String text) {
        return in("31", text);
    }

    String green(String text) {
        return in("32", text);
    }

    String yellow(String text) {
        return in("33", text);
    }

    String cyan(String text) {
        return in("36", text);
    }

    private String in(String code, String text) {
        return coloured && !text.isBlank() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
