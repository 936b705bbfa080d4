// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import io.watertight.lab.figures.EndpointFigures;
import io.watertight.lab.figures.Numbers;
import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.ReplayFigures.ChangeFigures;
import io.watertight.lab.figures.VariantFigures;
import io.watertight.lab.figures.Words;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Draws a replay in the terminal: timelines beside each other as far as the width allows, the table, the verdict. */
public final class TerminalReport {
    private static final int CHART_ROWS = 6;
    private static final int NARROWEST_PLOT = 24;
    private static final int TOTAL = 6;
    private static final int GAP = 2;

    /** Of the deadline. */
    private static final double NOTABLE_LATENESS = 0.05;

    private final ReplayFigures figures;
    private final Ink ink;
    private final int columns;
    private final int label;
    private final int buckets;
    private final StringBuilder out = new StringBuilder();

    private TerminalReport(ReplayFigures figures, Ink ink, int columns) {
        this.figures = figures;
        this.ink = ink;
        this.columns = columns;
        this.buckets = figures.variants().get(0).endpoints().get(0).served().size();
        this.label = Math.max(
                scale().length(),
                figures.variants().get(0).endpoints().stream()
                                .mapToInt(endpoint -> endpoint.name().length())
                                .max()
                                .orElse(0)
                        + " degraded".length());
    }

    /**
     * Renders a replay.
     *
     * @param figures what was measured
     * @param ink colours or none
     * @param columns the width of the terminal
     * @return lines that end in a newline
     */
    public static String render(ReplayFigures figures, Ink ink, int columns) {
        var report = new TerminalReport(figures, ink, columns);
        report.timelines();
        report.table();
        report.predictions();
        report.lateness();
        report.verdict();
        return report.out.toString();
    }

    private void timelines() {
        List<VariantFigures> variants = figures.variants();
        int fit = Math.max(1, (columns - label) / (GAP + NARROWEST_PLOT + TOTAL));
        int rows = -Math.floorDiv(-variants.size(), fit);
        int beside = -Math.floorDiv(-variants.size(), rows);
        int plot = Blocks.width(buckets, (columns - label) / beside - GAP - TOTAL);
        for (int from = 0; from < variants.size(); from += beside) {
            panels(variants.subList(from, Math.min(from + beside, variants.size())), plot);
        }
    }

    private void panels(List<VariantFigures> beside, int plot) {
        line("", beside, variant -> ink.bold(fit(variant.title(), plot)), variant -> "");
        for (int row = CHART_ROWS - 1; row >= 0; row--) {
            int fromBelow = row;
            String scale = row == CHART_ROWS - 1
                    ? scale()
                    : row == CHART_ROWS / 2 - 1 ? String.valueOf(figures.capacity() / 2) : "";
            line(right(scale, label), beside, v -> threads(v, plot, fromBelow), v -> "");
        }
        line("", beside, variant -> ink.faint(axis(plot)), variant -> "");
        if (figures.database() != null) {
            connections(beside, plot);
        }
        for (int i = 0; i < beside.get(0).endpoints().size(); i++) {
            int place = i;
            int most = figures.mostRequests(place);
            counts(
                    place,
                    "served",
                    beside,
                    EndpointFigures::served,
                    e -> e.totals().served(),
                    plot,
                    most,
                    ink::green);
            counts(
                    place,
                    figures.words().degraded(),
                    beside,
                    EndpointFigures::degraded,
                    e -> e.totals().degraded(),
                    plot,
                    most,
                    ink::yellow);
            counts(
                    place,
                    "failed",
                    beside,
                    EndpointFigures::failed,
                    e -> e.totals().failed(),
                    plot,
                    most,
                    ink::red);
        }
        out.append('\n');
    }

    /** Short: where there are connections, lines below say whose they are. */
    private String scale() {
        Words words = figures.words();
        return (figures.database() == null ? words.busy() : words.scarce()) + " " + figures.capacity();
    }

    /** A line for the connections of each query: who has them says more than how many are in use. */
    private void connections(List<VariantFigures> beside, int plot) {
        for (int i = 0; i < beside.get(0).dependencies().size(); i++) {
            int place = i;
            String name = "held by " + beside.get(0).dependencies().get(i).name();
            line(
                    right(fit(name, Math.min(label, name.length())), label),
                    beside,
                    v -> ink.cyan(Blocks.line(
                            Blocks.columns(v.dependencies().get(place).held(), plot), figures.capacity())),
                    v -> String.valueOf(v.dependencies().get(place).heldAtMost()));
        }
    }

    /** A line of an endpoint, left out where it would be empty in every variant. */
    private void counts(
            int place,
            String outcome,
            List<VariantFigures> beside,
            Function<EndpointFigures, List<Integer>> series,
            ToIntFunction<EndpointFigures> total,
            int plot,
            int most,
            UnaryOperator<String> colour) {
        if (figures.variants().stream()
                .allMatch(v -> total.applyAsInt(v.endpoints().get(place)) == 0)) {
            return;
        }
        String name = beside.get(0).endpoints().get(place).name() + " " + outcome;
        line(
                right(name, label),
                beside,
                v -> colour.apply(
                        Blocks.line(Blocks.columns(series.apply(v.endpoints().get(place)), plot), most)),
                v -> String.valueOf(total.applyAsInt(v.endpoints().get(place))));
    }

    private String threads(VariantFigures variant, int plot, int fromBelow) {
        int[] busy = Blocks.columns(variant.busy(), plot);
        String row = Blocks.row(busy, figures.capacity(), CHART_ROWS, fromBelow);
        var coloured = new StringBuilder();
        for (int c = 0; c < plot; c++) {
            String cell = row.substring(c, c + 1);
            coloured.append(busy[c] >= figures.capacity() ? ink.red(cell) : ink.cyan(cell));
        }
        return coloured.toString();
    }

    private String axis(int plot) {
        var axis = new StringBuilder("─".repeat(plot));
        place(axis, 0, "0 s");
        String end = " " + Numbers.seconds(figures.durationSeconds());
        place(axis, plot - end.length(), end);
        for (ChangeFigures change : figures.changes()) {
            int at = (int) (plot * change.atSeconds() / figures.durationSeconds());
            String mark = "▲ " + Numbers.seconds(change.atSeconds()) + " " + change.dependency();
            place(axis, at, at + mark.length() < plot - end.length() ? mark : "▲");
        }
        return axis.toString();
    }

    static void place(StringBuilder axis, int at, String text) {
        if (at >= 0 && at + text.length() <= axis.length()) {
            axis.replace(at, at + text.length(), text);
        }
    }

    private void line(
            String name,
            List<VariantFigures> beside,
            Function<VariantFigures, String> plot,
            Function<VariantFigures, String> total) {
        var line = new StringBuilder(right(name, label));
        for (VariantFigures variant : beside) {
            line.append(" ".repeat(GAP)).append(plot.apply(variant)).append(right(total.apply(variant), TOTAL));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private void table() {
        out.append(TerminalTable.render(Summary.of(figures), ink, columns)).append('\n');
    }

    /** A prediction without its assumptions would be a promise. */
    private void predictions() {
        Summary predictions = Summary.predictions(figures);
        if (!predictions.rows().isEmpty()) {
            out.append(ink.bold("Measured (predicted)"))
                    .append('\n')
                    .append(TerminalTable.render(predictions, ink, columns))
                    .append(ink.faint(wrapped(Summary.PREDICTED, columns)))
                    .append("\n\n");
        }
    }

    /** A late generator adds to every latency; the reader must know. */
    private void lateness() {
        double latest = figures.variants().stream()
                .mapToDouble(variant -> variant.generator().lateP99Millis())
                .max()
                .orElse(0);
        if (latest > figures.deadlineMillis() * NOTABLE_LATENESS) {
            String warning = "Careful: this machine was busy. The load generator sent 1 % of its requests more than "
                    + Numbers.millis(latest) + " late, which every latency above includes.";
            out.append(ink.yellow(wrapped(warning, columns))).append("\n\n");
        }
    }

    private void verdict() {
        out.append(ink.bold(wrapped(figures.verdict(), columns))).append('\n');
    }

    static String wrapped(String text, int columns) {
        var lines = new StringBuilder();
        int length = 0;
        for (String word : text.split(" ", -1)) {
            if (length > 0 && length + 1 + word.length() > columns) {
                lines.append('\n');
                length = 0;
            } else if (length > 0) {
                lines.append(' ');
                length++;
            }
            lines.append(word);
            length += word.length();
        }
        return lines.toString();
    }

    private static String fit(String text, int width) {
        return left(text.length() > width ? text.substring(0, width - 1) + "…" : text, width);
    }

    static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
