// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import static io.watertight.lab.report.TerminalReport.place;
import static io.watertight.lab.report.TerminalReport.right;
import static io.watertight.lab.report.TerminalReport.wrapped;

import io.watertight.lab.figures.Numbers;
import io.watertight.lab.figures.SizeFigures;
import io.watertight.lab.figures.SizeFigures.Option;
import io.watertight.lab.figures.SizeFigures.Point;
import io.watertight.lab.figures.SizeFigures.Slowdown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Draws a recommendation in the terminal: what is known, the options, a chart, the answer. */
public final class SizeReport {
    private static final String NOTHING = "–";

    /** A row of the chart for each power of ten, from 100 % down. */
    private static final List<String> DECADES = List.of("100 %", "10 %", "1 %", "0.1 %", "0.01 %");

    private static final int LABEL = 11;
    private static final int FACT = 16;
    private static final int FINENESS = 1_000;

    private final SizeFigures figures;
    private final Ink ink;
    private final int columns;
    private final StringBuilder out = new StringBuilder();

    private SizeReport(SizeFigures figures, Ink ink, int columns) {
        this.figures = figures;
        this.ink = ink;
        this.columns = columns;
    }

    /**
     * Renders a recommendation.
     *
     * @param figures of it
     * @param ink colours or none
     * @param columns the width of the terminal
     * @return lines that end in a newline
     */
    public static String render(SizeFigures figures, Ink ink, int columns) {
        var report = new SizeReport(figures, ink, columns);
        report.known();
        report.out
                .append('\n')
                .append(TerminalTable.render(report.table(), ink, columns))
                .append('\n');
        report.chart();
        report.answer();
        return report.out.toString();
    }

    private void known() {
        String rate = Numbers.plain(figures.perSecond()) + "/s";
        fact(
                "Offered load",
                rate + " × " + Numbers.millis(figures.meanMillis()) + " = " + Numbers.plain(figures.erlangs())
                        + " erlangs");
        fact("Little's law", Numbers.plain(figures.erlangs()) + " calls are in flight on average");
        Option rule = figures.ruleOfThumb();
        fact(
                "Rule of thumb",
                rule == null || figures.p99Millis() == null
                        ? "rate × p99 × 2; give --p99 to see it"
                        : rate + " × p99 " + Numbers.millis(figures.p99Millis()) + " × 2 = " + rule.permits()
                                + (rule.permits() == 1 ? " permit" : " permits"));
        fact("Calls", calls());
        Double degraded = figures.degradedMillis();
        if (degraded != null) {
            fact(
                    "Slow-down",
                    "a call takes " + Numbers.millis(degraded) + "; " + Numbers.plain(figures.othersPerSecond())
                            + "/s of healthy calls share the pool of " + figures.pool() + " threads");
        }
    }

    private String calls() {
        if (figures.peakedness() != 1) {
            return "come in bursts of peakedness " + Numbers.plain(figures.peakedness()) + " (Hayward's approximation)"
                    + (figures.maxWaitMillis() == 0 ? "" : "; their wait is left out");
        }
        return figures.maxWaitMillis() == 0
                ? "fail fast (Erlang B, exact for any distribution of the latency)"
                : "wait up to " + Numbers.millis(figures.maxWaitMillis()) + " (M/M/c+D, for exponential latencies)";
    }

    private void fact(String name, String text) {
        String indented = wrapped(text, columns - FACT).replace("\n", "\n" + " ".repeat(FACT));
        out.append(ink.bold(TerminalReport.left(name, FACT))).append(indented).append('\n');
    }

    private Summary table() {
        List<String> names = new ArrayList<>();
        List<@Nullable Option> options = new ArrayList<>();
        for (Option option : figures.options()) {
            names.add("at most " + Numbers.share(Objects.requireNonNull(option.target())));
            options.add(option);
        }
        if (figures.ruleOfThumb() != null) {
            names.add("rule of thumb");
            options.add(figures.ruleOfThumb());
        }
        List<Summary.Row> rows = new ArrayList<>();
        rows.add(row("Permits", "permits", options, option -> String.valueOf(option.permits()), null));
        rows.add(row("Rejected by chance", "rejected", options, option -> Numbers.share(option.rejected()), null));
        Slowdown open = figures.noWall();
        if (open != null) {
            names.add("no wall");
            rows.replaceAll(row -> new Summary.Row(row.label(), row.brief(), row.detail(), with(row.cells(), NOTHING)));
            rows.add(slow("Slow: threads held", "threads held", options, open, s -> Numbers.plain(s.threadsHeld())));
            rows.add(
                    slow("Slow: its calls rejected", "slow rejected", options, open, s -> Numbers.share(s.rejected())));
            rows.add(slow(
                    "Slow: other calls rejected",
                    "others rejected",
                    options,
                    open,
                    s -> Numbers.share(s.othersRejected())));
            rows.add(slow(
                    "Slow: pool full after",
                    "full after",
                    options,
                    open,
                    s -> s.poolFullAfterSeconds() == null ? "never" : Numbers.seconds(s.poolFullAfterSeconds())));
        }
        return new Summary(names, rows);
    }

    private static Summary.Row slow(
            String label,
            String brief,
            List<@Nullable Option> options,
            Slowdown open,
            Function<Slowdown, String> cell) {
        return row(label, brief, options, o -> cell.apply(Objects.requireNonNull(o.slowdown())), cell.apply(open));
    }

    private static Summary.Row row(
            String label,
            String brief,
            List<@Nullable Option> options,
            Function<Option, String> cell,
            @Nullable String last) {
        List<String> cells =
                options.stream().map(Objects::requireNonNull).map(cell).toList();
        return new Summary.Row(label, brief, false, last == null ? cells : with(cells, last));
    }

    private static List<String> with(List<String> cells, String last) {
        List<String> more = new ArrayList<>(cells);
        more.add(last);
        return more;
    }

    private void chart() {
        List<Point> points = figures.chart();
        int width = Blocks.width(points.size(), columns - LABEL - 1);
        int rows = DECADES.size();
        int[] heights = Blocks.columns(
                points.stream().map(point -> height(point.rejected())).toList(), width);
        int chosen = width * indexOf(figures.permits()) / points.size();
        out.append(ink.bold("Rejected, by permits")).append('\n');
        for (int row = 0; row < rows; row++) {
            String line =
                    Blocks.row(heights, rows * FINENESS, rows, rows - 1 - row).stripTrailing();
            int split = Math.min(chosen, line.length());
            out.append(right(DECADES.get(row), LABEL - 1))
                    .append(' ')
                    .append(ink.red(line.substring(0, split)))
                    .append(ink.cyan(line.substring(split)))
                    .append('\n');
        }
        out.append(" ".repeat(LABEL)).append(ink.faint(axis(width, chosen))).append("\n\n");
    }

    /** The first and last number of permits as far as there is room, and a mark at the recommended one. */
    private String axis(int width, int chosen) {
        List<Point> points = figures.chart();
        String before = figures.permits() + " ▲";
        String behind = "▲ " + figures.permits() + " ";
        boolean isBefore = chosen + behind.length() > width && chosen >= before.length();
        int from = isBefore ? chosen + 1 - before.length() : chosen;
        int to = isBefore ? chosen + 1 : chosen + behind.length();
        var axis = new StringBuilder("─".repeat(Math.max(width, to)));
        String first = points.get(0).permits() + " ";
        if (first.length() < from) {
            place(axis, 0, first);
        }
        String last = " " + points.get(points.size() - 1).permits();
        if (to < width - last.length()) {
            place(axis, width - last.length(), last);
        }
        place(axis, from, isBefore ? before : behind);
        return axis.toString();
    }

    /** From 0 to the height of all rows, by powers of ten. */
    private static int height(double rejected) {
        double decades = DECADES.size() + Math.log10(rejected);
        return (int) Math.clamp(Math.round(decades * FINENESS), 0, (long) DECADES.size() * FINENESS);
    }

    /** Of the point at or below; not beyond the ends. */
    private int indexOf(int permits) {
        List<Point> points = figures.chart();
        int index = 0;
        while (index < points.size() - 1 && points.get(index + 1).permits() <= permits) {
            index++;
        }
        return index;
    }

    private void answer() {
        int end = figures.reasoning().indexOf(':');
        out.append(ink.bold("Take " + figures.reasoning().substring(0, end) + "."))
                .append('\n')
                .append(wrapped(capitalized(figures.reasoning().substring(end + 2)), columns))
                .append('\n');
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
