// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * A figure that a variant must not exceed.
 *
 * @param variant whose figure
 * @param quantity which figure
 * @param limit the most that is good enough
 */
record Goal(Variant variant, Quantity quantity, double limit) {
    /** What can be limited. */
    enum Quantity {
        /** Elapsed time for each operation. */
        WALL("%.1f ns"),
        /** Allocation for each operation. */
        BYTES("%.0f B"),
        /** Allocation for each operation, less what the parts allocate that it is made of. */
        BYTES_BEYOND_PARTS("%.0f B beyond its parts"),
        /** Elapsed time over that of the yardstick. */
        TO_RAW("%.2f x raw"),
        /** Elapsed time less that of the yardstick. */
        BEYOND_RAW("%.1f ns beyond raw"),
        /** Elapsed time over that of the same library without any listener. */
        TO_UNHEARD("%.2f x without listener");

        private final String format;

        Quantity(String format) {
            this.format = format;
        }
    }

    /** Returns the figure as measured, or empty if something it needs was not. */
    OptionalDouble figure(Table table) {
        return figure(table, Fork::wall);
    }

    /** Returns the figure of the calmest tenth of the time, when other processes disturbed least. */
    OptionalDouble calmFigure(Table table) {
        return figure(table, Fork::calm);
    }

    private OptionalDouble figure(Table table, ToDoubleFunction<Fork> time) {
        return switch (quantity) {
            case WALL -> table.median(variant, time);
            case BYTES -> table.median(variant, Fork::bytes);
            case BYTES_BEYOND_PARTS -> beyondParts(table);
            case TO_RAW -> table.ratio(variant, variant.raw(), time);
            case BEYOND_RAW -> table.difference(variant, variant.raw(), time);
            case TO_UNHEARD -> table.ratio(variant, new Variant(variant.subject()), time);
        };
    }

    private OptionalDouble beyondParts(Table table) {
        OptionalDouble whole = table.median(variant, Fork::bytes);
        double sum = 0;
        for (Subject part : variant.subject().parts()) {
            OptionalDouble bytes = table.median(new Variant(part), Fork::bytes);
            if (bytes.isEmpty()) {
                return bytes;
            }
            sum += bytes.getAsDouble();
        }
        return whole.isEmpty() ? whole : OptionalDouble.of(whole.getAsDouble() - sum);
    }

    /** Judges the figure as it is shown: 1.104 is 1.10, and a byte in a thousand calls is none. */
    boolean isMet(double figure) {
        return Double.parseDouble(number(figure)) <= limit;
    }

    String show(double figure) {
        return String.format(Locale.ROOT, quantity.format, figure);
    }

    private String number(double figure) {
        String shown = show(figure);
        return shown.substring(0, shown.indexOf(' '));
    }
}
