// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import java.util.Arrays;
import java.util.List;

/** Draws numbers with the block characters of a terminal, eighths of a cell high. */
final class Blocks {
    private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";

    private Blocks() {}

    /** The widest plot of so many buckets that fits and in which all buckets are equally wide. */
    static int width(int buckets, int available) {
        if (available >= buckets) {
            return buckets * Math.min(3, available / buckets);
        }
        int together = -Math.floorDiv(-buckets, Math.max(1, available));
        return -Math.floorDiv(-buckets, together);
    }

    /** One value for each column: the highest of those that fall into it. */
    static int[] columns(List<Integer> values, int width) {
        int[] columns = new int[width];
        for (int c = 0; c < width && !values.isEmpty(); c++) {
            int from = (int) ((long) c * values.size() / width);
            int to = Math.max(from + 1, (int) ((long) (c + 1) * values.size() / width));
            columns[c] = values.subList(from, to).stream().max(Integer::compare).orElse(0);
        }
        return columns;
    }

    /** One line; whatever is above zero is seen. */
    static String line(int[] columns, int max) {
        return row(columns, max, 1, 0);
    }

    /** One of the lines of a chart, counted from below. */
    static String row(int[] columns, int max, int rows, int fromBelow) {
        var line = new StringBuilder();
        Arrays.stream(columns).forEach(value -> {
            int eighths = max == 0 ? 0 : (int) Math.ceil(8.0 * rows * value / max);
            line.append(EIGHTHS.charAt(Math.clamp(eighths - 8L * fromBelow, 0, 8)));
        });
        return line.toString();
    }
}
