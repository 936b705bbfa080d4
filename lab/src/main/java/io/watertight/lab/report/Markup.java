// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import java.util.Locale;

/** Pieces that SVG and HTML share: escaping, numbers, and the colours for light and dark. */
final class Markup {
    /** Told apart by brightness too, not by hue alone. */
    static final String COLOURS = """
            :root { --paper: #ffffff; --ink: #1f2933; --muted: #566573; --grid: #dde3e9; --busy: #a9c6dd; --held: #b4531a;
              --served: #2e79b0; --degraded: #e3aa1c; --failed: #a8203a; }
            @media (prefers-color-scheme: dark) {
              :root { --paper: #11171d; --ink: #e6edf3; --muted: #9fb0c0; --grid: #2b3742; --busy: #3d6480; --held: #f2935a;
                --served: #5aa9e0; --degraded: #f2c14e; --failed: #f0607a; }
            }
            """;

    private Markup() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** A coordinate: one decimal at most. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
