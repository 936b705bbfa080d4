// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import static io.watertight.lab.report.Markup.escape;
import static io.watertight.lab.report.Markup.number;

import io.watertight.lab.figures.DependencyFigures;
import io.watertight.lab.figures.EndpointFigures;
import io.watertight.lab.figures.Numbers;
import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.ReplayFigures.ChangeFigures;
import io.watertight.lab.figures.VariantFigures;
import java.util.ArrayList;
import java.util.List;

/** Draws one variant: its threads above, what its endpoints' clients got below, over one time axis. */
final class SvgPanel {
    private static final int LEFT = 44;
    private static final int RIGHT = 14;
    private static final int TOP = 62;
    private static final int THREADS = 150;
    private static final int BARS = 62;
    private static final int SPACE = 30;
    private static final int AXIS = 30;

    private final ReplayFigures figures;
    private final VariantFigures variant;
    private final double width;
    private final StringBuilder out = new StringBuilder();

    SvgPanel(ReplayFigures figures, VariantFigures variant, int panel) {
        this.figures = figures;
        this.variant = variant;
        this.width = panel - LEFT - RIGHT;
    }

    static int height(int endpoints) {
        return TOP + THREADS + endpoints * (SPACE + BARS) + AXIS + 6;
    }

    /** The dependencies that change, and what the endpoints call that begin later; each once. */
    static List<String> changed(ReplayFigures figures) {
        return figures.changes().stream()
                .map(ChangeFigures::dependency)
                .distinct()
                .toList();
    }

    String draw() {
        text("variant", LEFT, 18, variant.title());
        text("chart", LEFT, TOP - 8, figures.words().busy());
        threads();
        for (int i = 0; i < variant.endpoints().size(); i++) {
            endpoint(i, TOP + THREADS + i * (SPACE + BARS) + SPACE);
        }
        double bottom = (double) height(variant.endpoints().size()) - AXIS - 6;
        changes(bottom);
        axis(bottom);
        return out.toString();
    }

    private void threads() {
        double floor = TOP + THREADS;
        line("grid", LEFT, TOP + THREADS / 2.0, LEFT + width, TOP + THREADS / 2.0);
        area("busy", variant.busy());
        area("held", heldByChanged());
        line("limit", LEFT, TOP, LEFT + width, TOP);
        line("grid", LEFT, floor, LEFT + width, floor);
        scale(TOP, figures.capacity());
        scale(TOP + THREADS / 2.0, figures.capacity() / 2);
        scale(floor, 0);
        Double drained = variant.drainedAfterSeconds();
        if (drained != null) {
            double start = figures.changeAtSeconds() == null ? 0 : figures.changeAtSeconds();
            double x = x(start + drained);
            out.append("<circle class=\"point\" cx=\"" + number(x) + "\" cy=\"" + TOP + "\" r=\"5\"/>\n");
            boolean leftOfPoint = x > LEFT + width * 0.6;
            out.append("<text class=\"chart\" x=\"" + number(leftOfPoint ? x - 9 : x + 9) + "\" y=\"" + (TOP - 8)
                    + "\" text-anchor=\"" + (leftOfPoint ? "end" : "start") + "\">drained after "
                    + Numbers.seconds(drained) + "</text>\n");
        }
    }

    private List<Integer> heldByChanged() {
        List<String> changed = changed(figures);
        List<Integer> sum = new ArrayList<>();
        for (DependencyFigures dependency : variant.dependencies()) {
            for (int i = 0;
                    changed.contains(dependency.name()) && i < dependency.held().size();
                    i++) {
                int held = dependency.held().get(i);
                if (i < sum.size()) {
                    sum.set(i, sum.get(i) + held);
                } else {
                    sum.add(held);
                }
            }
        }
        return sum;
    }

    private void area(String kind, List<Integer> samples) {
        double step = figures.sampleMillis() / 1e3;
        var path = new StringBuilder("M" + number(x(0)) + " " + (TOP + THREADS));
        for (int i = 0; i < samples.size(); i++) {
            double y = TOP
                    + THREADS
                    - (double) THREADS * Math.min(samples.get(i), figures.capacity()) / figures.capacity();
            path.append("V" + number(y) + "H" + number(x(Math.min((i + 1) * step, figures.durationSeconds()))));
        }
        out.append("<path class=\"" + kind + "\" d=\"" + path + "V" + (TOP + THREADS) + "Z\"/>\n");
    }

    private void endpoint(int place, double top) {
        EndpointFigures endpoint = variant.endpoints().get(place);
        double seconds = figures.bucketMillis() / 1e3;
        int most = figures.mostRequests(place);
        EndpointFigures.Totals totals = endpoint.totals();
        text("chart", LEFT, top - 8, endpoint.name() + " " + figures.words().page() + "s");
        out.append("<text x=\"" + number(LEFT + width) + "\" y=\"" + number(top - 8) + "\" text-anchor=\"end\">"
                + totals.served() + " served, " + totals.degraded() + " "
                + figures.words().degraded() + ", " + totals.failed()
                + " failed</text>\n");
        var served = new StringBuilder();
        var degraded = new StringBuilder();
        var failed = new StringBuilder();
        for (int i = 0; i < endpoint.served().size(); i++) {
            double left = x(i * seconds) + 0.5;
            double barWidth = x(Math.min((i + 1) * seconds, figures.durationSeconds())) - 0.5 - left;
            double unit = (double) BARS / Math.max(1, most);
            double floor = top + BARS;
            floor = bar(served, left, barWidth, floor, unit * endpoint.served().get(i));
            floor = bar(
                    degraded, left, barWidth, floor, unit * endpoint.degraded().get(i));
            bar(failed, left, barWidth, floor, unit * endpoint.failed().get(i));
        }
        bars("served", served);
        bars("degraded", degraded);
        bars("failed", failed);
        line("grid", LEFT, top + BARS, LEFT + width, top + BARS);
        scale(top, most);
        scale(top + BARS, 0);
    }

    private static double bar(StringBuilder path, double left, double barWidth, double floor, double barHeight) {
        if (barHeight > 0) {
            path.append("M" + number(left) + " " + number(floor) + "v" + number(-barHeight) + "h" + number(barWidth)
                    + "v" + number(barHeight) + "z");
        }
        return floor - barHeight;
    }

    private void bars(String kind, StringBuilder path) {
        if (!path.isEmpty()) {
            out.append("<path class=\"" + kind + "\" d=\"" + path + "\"/>\n");
        }
    }

    private void changes(double bottom) {
        for (ChangeFigures change : figures.changes()) {
            double x = x(change.atSeconds());
            line("mark", x, TOP - 22, x, TOP + THREADS);
            for (double floor = bottom; floor > TOP + THREADS; floor -= SPACE + BARS) {
                line("mark", x, floor - BARS, x, floor);
            }
            boolean leftOfMark = x > LEFT + width * 0.6;
            out.append("<text x=\"" + number(leftOfMark ? x - 5 : x + 5) + "\" y=\"" + (TOP - 24) + "\" text-anchor=\""
                    + (leftOfMark ? "end" : "start") + "\">" + escape(change.dependency() + ": " + change.text())
                    + "</text>\n");
        }
    }

    private void axis(double y) {
        double step = niceStep(figures.durationSeconds());
        for (double t = 0; t <= figures.durationSeconds() + 1e-9; t += step) {
            line("grid", x(t), y, x(t), y + 4);
            out.append("<text x=\"" + number(x(t)) + "\" y=\"" + number(y + 18) + "\" text-anchor=\"middle\">"
                    + Numbers.seconds(t) + "</text>\n");
        }
    }

    /** About eight ticks, at 1, 2 or 5 times a power of ten. */
    private static double niceStep(double seconds) {
        double power = Math.pow(10, Math.floor(Math.log10(seconds / 8)));
        for (double factor : new double[] {1, 2, 5}) {
            if (seconds / (power * factor) <= 8) {
                return power * factor;
            }
        }
        return power * 10;
    }

    private void scale(double y, int value) {
        out.append("<text x=\"" + (LEFT - 6) + "\" y=\"" + number(y + 4) + "\" text-anchor=\"end\">" + value
                + "</text>\n");
    }

    private void text(String kind, double x, double y, String text) {
        out.append("<text class=\"" + kind + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\">" + escape(text)
                + "</text>\n");
    }

    private void line(String kind, double x1, double y1, double x2, double y2) {
        out.append("<path class=\"" + kind + "\" d=\"M" + number(x1) + " " + number(y1) + "L" + number(x2) + " "
                + number(y2) + "\"/>\n");
    }

    private double x(double seconds) {
        return LEFT + width * seconds / figures.durationSeconds();
    }
}
