// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What a run found, as Markdown.
 *
 * @param date when it began
 * @param effort what its figures are worth
 * @param machine where
 * @param tables the figures
 */
record Report(Instant date, Effort effort, Machine machine, List<Table> tables) {
    String markdown() {
        return heading() + goals() + tables.stream().map(Report::table).collect(Collectors.joining());
    }

    private String heading() {
        String worth = effort == Effort.FULL
                ? ""
                : "**A smoke run (" + effort.name().toLowerCase(Locale.ROOT)
                        + "): it proves that everything runs; do not quote its figures.**\n\n";
        String versions = machine.versions().entrySet().stream()
                .map(library -> library.getKey() + " " + library.getValue())
                .collect(Collectors.joining(", "));
        return "# Benchmarks of " + date + "\n\n" + worth
                + "- machine: " + machine.processor() + ", " + machine.processors() + " processors, " + machine.os()
                + ", load average before the run " + machine.load() + "\n"
                + "- JDK: " + machine.jdk() + "\n"
                + "- versions: " + versions + "\n\n"
                + "Times are medians over forks, with the lowest and the highest fork; *when calm* is the tenth of the"
                + " time that other processes disturbed least. A ratio is the median over the rounds of a run; both"
                + " sides of it ran one right after the other.\n";
    }

    private String goals() {
        var lines = new StringBuilder("""

                ## Goals

                | operation | library | at most | figure | met | when calm | met |
                | --- | --- | ---: | ---: | --- | ---: | --- |
                """);
        for (Table table : tables) {
            for (Goal goal : table.scenario().goals()) {
                if (goal.figure(table).isPresent()) {
                    lines.append(row(
                            table.scenario().title(),
                            goal.variant().label(),
                            goal.show(goal.limit()),
                            judge(goal, goal.figure(table)),
                            judge(goal, goal.calmFigure(table))));
                }
            }
        }
        return lines.toString();
    }

    private static String judge(Goal goal, OptionalDouble figure) {
        double value = figure.orElseThrow();
        return goal.show(value) + " | " + (goal.isMet(value) ? "yes" : "**no**");
    }

    private static String table(Table table) {
        var lines = new StringBuilder("\n## " + table.scenario().title() + "\n\n"
                + "| library | ns/op wall | when calm | ns/op CPU | B/op | wall to raw | when calm | CPU to raw | forks |\n"
                + "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        for (Variant variant : table.scenario().variants()) {
            lines.append(row(
                    variant.label(),
                    range(table, variant, Fork::wall),
                    show("%.1f", table.median(variant, Fork::calm)),
                    range(table, variant, Fork::cpu),
                    show("%.0f", table.median(variant, Fork::bytes)),
                    show("%.2f", table.ratio(variant, variant.raw(), Fork::wall)),
                    show("%.2f", table.ratio(variant, variant.raw(), Fork::calm)),
                    show("%.2f", table.ratio(variant, variant.raw(), Fork::cpu)),
                    String.valueOf(table.forks(variant).size())));
        }
        return lines.toString();
    }

    private static String range(Table table, Variant variant, ToDoubleFunction<Fork> figure) {
        return show("%.1f", table.median(variant, figure)) + " (" + show("%.1f", table.min(variant, figure)) + "–"
                + show("%.1f", table.max(variant, figure)) + ")";
    }

    private static String show(String format, OptionalDouble figure) {
        return figure.isPresent() ? String.format(Locale.ROOT, format, figure.getAsDouble()) : "–";
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
