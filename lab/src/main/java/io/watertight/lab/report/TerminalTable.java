// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import static io.watertight.lab.report.TerminalReport.left;
import static io.watertight.lab.report.TerminalReport.right;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Sets the table of a replay for a terminal: a column for each variant where that fits, otherwise the chief figures with
 * a row for each variant, and where not even they fit the columns in several tables.
 */
final class TerminalTable {
    private static final String GAP = "   ";
    private static final String NARROW_GAP = "  ";

    private final Summary summary;
    private final Ink ink;
    private final int columns;
    private final StringBuilder out = new StringBuilder();

    private TerminalTable(Summary summary, Ink ink, int columns) {
        this.summary = summary;
        this.ink = ink;
        this.columns = columns;
    }

    static String render(Summary summary, Ink ink, int columns) {
        var table = new TerminalTable(summary, ink, columns);
        table.draw();
        return table.out.toString();
    }

    private void draw() {
        int all = summary.columns().size();
        int fit = fitting(0);
        if (fit == all) {
            variantsBeside(0, all);
            return;
        }
        String turned = turned();
        if (turned.lines().allMatch(line -> line.length() <= columns)) {
            int heading = turned.indexOf('\n', turned.indexOf('\n') + 1) + 1;
            out.append(ink.bold(turned.substring(0, heading).stripTrailing()))
                    .append('\n')
                    .append(turned.substring(heading));
            return;
        }
        for (int from = 0; from < all; from += fit) {
            fit = fitting(from);
            out.append(from == 0 ? "" : "\n");
            variantsBeside(from, Math.min(from + fit, all));
        }
    }

    private int labels() {
        return summary.rows().stream()
                .mapToInt(row -> row.label().length() + 2)
                .max()
                .orElse(0);
    }

    private int width(int column) {
        return summary.rows().stream()
                .mapToInt(row -> row.cells().get(column).length())
                .reduce(summary.columns().get(column).length(), Math::max);
    }

    /** How many variants fit beside each other; at least one. */
    private int fitting(int from) {
        int width = labels() + GAP.length() + width(from);
        int to = from + 1;
        while (to < summary.columns().size() && width + GAP.length() + width(to) <= columns) {
            width += GAP.length() + width(to++);
        }
        return to - from;
    }

    private void variantsBeside(int from, int to) {
        int first = labels();
        out.append(ink.bold(cells(" ".repeat(first), summary.columns(), from, to)))
                .append('\n');
        for (Summary.Row row : summary.rows()) {
            String name = left((row.detail() ? "  " : "") + row.label(), first);
            String line = cells(name, row.cells(), from, to);
            out.append(row.detail() ? line : ink.bold(name) + line.substring(first))
                    .append('\n');
        }
    }

    private String cells(String name, List<String> cells, int from, int to) {
        var line = new StringBuilder(name);
        for (int c = from; c < to; c++) {
            line.append(GAP).append(right(cells.get(c), width(c)));
        }
        return line.toString();
    }

    /** A row for each variant, below a heading of two lines. */
    private String turned() {
        List<List<String>> turned = new ArrayList<>();
        turned.add(column("", "", summary.columns()));
        for (Summary.Row row : summary.rows()) {
            if (row.brief() != null) {
                int middle = row.brief().indexOf(' ');
                turned.add(
                        middle < 0
                                ? column("", row.brief(), row.cells())
                                : column(
                                        row.brief().substring(0, middle),
                                        row.brief().substring(middle + 1),
                                        row.cells()));
            }
        }
        var text = new StringBuilder();
        for (int line = 0; line < turned.get(0).size(); line++) {
            var cells = new StringBuilder();
            for (List<String> column : turned) {
                int width = column.stream().mapToInt(String::length).max().orElse(0);
                cells.append(
                        cells.isEmpty() ? left(column.get(line), width) : NARROW_GAP + right(column.get(line), width));
            }
            text.append(cells.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static List<String> column(String above, String below, List<String> cells) {
        List<String> column = new ArrayList<>(Arrays.asList(above, Objects.requireNonNull(below)));
        column.addAll(cells);
        return column;
    }
}
