// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What a run found, every fork of it, as JSON for machines.
 *
 * @param date when it began, ISO 8601
 * @param effort how much time it took
 * @param machine where it ran
 * @param scenarios the figures
 */
record JsonReport(String date, Effort effort, Machine machine, List<Figures> scenarios) {
    /** One operation. */
    record Figures(String id, List<Line> lines, List<Verdict> goals) {}

    /** One library at it. */
    record Line(String variant, String raw, List<Fork> forks) {}

    /** One goal, and whether it was met. */
    record Verdict(
            String variant,
            Goal.Quantity quantity,
            double limit,
            double figure,
            boolean met,
            double calmFigure,
            boolean metWhenCalm) {}

    static String of(Report report) {
        var json = new JsonReport(
                report.date().toString(),
                report.effort(),
                report.machine(),
                report.tables().stream().map(JsonReport::figures).toList());
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(json) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Figures figures(Table table) {
        Scenario scenario = table.scenario();
        return new Figures(
                scenario.id(),
                scenario.variants().stream()
                        .map(variant -> new Line(variant.id(), variant.raw().id(), table.forks(variant)))
                        .toList(),
                scenario.goals().stream()
                        .filter(goal -> goal.figure(table).isPresent())
                        .map(goal -> verdict(goal, table))
                        .toList());
    }

    private static Verdict verdict(Goal goal, Table table) {
        double figure = goal.figure(table).orElseThrow();
        double calm = goal.calmFigure(table).orElseThrow();
        return new Verdict(
                goal.variant().id(), goal.quantity(), goal.limit(), figure, goal.isMet(figure), calm, goal.isMet(calm));
    }
}
