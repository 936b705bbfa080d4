// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import static io.watertight.lab.report.Markup.escape;
import static io.watertight.lab.report.Markup.number;

import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.VariantFigures;
import java.util.List;

/** Draws the timelines of a replay as one SVG image that needs nothing else: its own colours, light and dark. */
public final class SvgTimelines {
    private static final int PANEL = 480;
    private static final int TITLE = 28;
    private static final int LEGEND = 36;
    private static final int MOST_BESIDE = 2;

    private static final String STYLE = """
            svg.timelines { background: var(--paper); }
            .timelines text { font: 12px system-ui, sans-serif; fill: var(--muted); }
            .timelines text.title { font: 600 16px system-ui, sans-serif; fill: var(--ink); }
            .timelines text.variant { font: 600 14px system-ui, sans-serif; fill: var(--ink); }
            .timelines text.chart { fill: var(--ink); }
            .timelines .grid { stroke: var(--grid); fill: none; }
            .timelines .limit { stroke: var(--muted); stroke-dasharray: 4 3; fill: none; }
            .timelines .mark { stroke: var(--ink); stroke-dasharray: 2 3; fill: none; }
            .timelines .point { fill: var(--failed); stroke: var(--paper); }
            .timelines .busy { fill: var(--busy); } .timelines .held { fill: var(--held); }
            .timelines .served { fill: var(--served); } .timelines .degraded { fill: var(--degraded); }
            .timelines .failed { fill: var(--failed); }
            """;

    private final ReplayFigures figures;
    private final int title;
    private final StringBuilder out = new StringBuilder();

    private SvgTimelines(ReplayFigures figures, int title) {
        this.figures = figures;
        this.title = title;
    }

    /**
     * Renders a replay.
     *
     * @param figures what was measured
     * @return an SVG document
     */
    public static String render(ReplayFigures figures) {
        return new SvgTimelines(figures, TITLE).draw();
    }

    /** The same without its title, for a page that has one. */
    static String embedded(ReplayFigures figures) {
        return new SvgTimelines(figures, 0).draw();
    }

    private String draw() {
        List<VariantFigures> variants = figures.variants();
        int beside = Math.min(MOST_BESIDE, variants.size());
        int panelHeight = SvgPanel.height(variants.get(0).endpoints().size());
        int width = Math.max(beside * PANEL, PANEL + 240);
        int height = title + LEGEND + -Math.floorDiv(-variants.size(), beside) * panelHeight;
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"timelines\" viewBox=\"0 0 " + width + " " + height
                + "\" role=\"img\" aria-labelledby=\"timelines-title timelines-text\">\n");
        out.append("<title id=\"timelines-title\">" + escape(figures.title()) + "</title>\n");
        out.append("<desc id=\"timelines-text\">" + escape(figures.verdict()) + "</desc>\n");
        out.append("<style>\n" + Markup.COLOURS + STYLE + "</style>\n");
        out.append("<rect width=\"100%\" height=\"100%\" style=\"fill: var(--paper)\"/>\n");
        if (title > 0) {
            out.append("<text class=\"title\" x=\"16\" y=\"26\">" + escape(figures.title()) + "</text>\n");
        }
        legend();
        for (int i = 0; i < variants.size(); i++) {
            out.append("<g transform=\"translate(" + (i % beside) * PANEL + " "
                    + (title + LEGEND + i / beside * panelHeight) + ")\">\n");
            out.append(new SvgPanel(figures, variants.get(i), PANEL).draw());
            out.append("</g>\n");
        }
        return out.append("</svg>\n").toString();
    }

    private void legend() {
        double x = 16;
        x = entry(x, "busy", figures.words().busy());
        x = figures.changes().isEmpty() ? x : entry(x, "held", "of these, in " + changed());
        x = entry(x, "served", figures.words().page() + " served (per " + figures.bucketMillis() + " ms)");
        x = entry(x, "degraded", figures.words().degraded());
        entry(x, "failed", "failed");
    }

    private String changed() {
        return String.join(", ", SvgPanel.changed(figures));
    }

    private double entry(double x, String kind, String text) {
        out.append("<rect class=\"" + kind + "\" x=\"" + number(x) + "\" y=\"" + (title + 14)
                + "\" width=\"11\" height=\"11\"/><text x=\"" + number(x + 16) + "\" y=\"" + (title + 24) + "\">"
                + escape(text) + "</text>\n");
        return x + 16 + 6.6 * text.length() + 20;
    }
}
