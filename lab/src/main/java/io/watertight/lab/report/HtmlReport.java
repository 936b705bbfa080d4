// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import static io.watertight.lab.report.Markup.escape;

import io.watertight.lab.figures.Numbers;
import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.ReplayFigures.DatabaseFigures;
import io.watertight.lab.figures.VariantFigures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a replay as one web page that loads nothing: verdict, timelines, table, and how it was measured. */
public final class HtmlReport {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private HtmlReport() {}

    /**
     * Renders a replay.
     *
     * @param figures what was measured
     * @return an HTML document that is well-formed XML too
     */
    public static String render(ReplayFigures figures) {
        Map<String, String> pieces = Map.of(
                "title", escape(figures.title()),
                "colours", Markup.COLOURS,
                "verdict", escape(figures.verdict()),
                "timelines", SvgTimelines.embedded(figures),
                "table", table("Figure", Summary.of(figures)),
                "predictions", predictions(Summary.predictions(figures)),
                "method", escape(method(figures)));
        return PLACE.matcher(template())
                .replaceAll(place -> Matcher.quoteReplacement(pieces.getOrDefault(place.group(1), place.group())));
    }

    private static String template() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("/report.html")) {
            if (in == null) {
                throw new IllegalStateException("report.html is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("report.html cannot be read", e);
        }
    }

    /** With its heading, or nothing where the formulas say nothing. */
    private static String predictions(Summary summary) {
        return summary.rows().isEmpty()
                ? ""
                : "<h2>Beside the formulas</h2>\n<div class=\"table\">\n" + table("Measured (predicted)", summary)
                        + "</div>\n";
    }

    private static String table(String what, Summary summary) {
        var table = new StringBuilder("<table>\n<thead><tr><th scope=\"col\">" + what + "</th>");
        summary.columns().forEach(name -> table.append("<th scope=\"col\">" + escape(name) + "</th>"));
        table.append("</tr></thead>\n<tbody>\n");
        for (Summary.Row row : summary.rows()) {
            table.append(row.detail() ? "<tr class=\"detail\">" : "<tr>")
                    .append("<th scope=\"row\">" + escape(row.label()) + "</th>");
            row.cells().forEach(cell -> table.append("<td>" + escape(cell) + "</td>"));
            table.append("</tr>\n");
        }
        return table.append("</tbody>\n</table>\n").toString();
    }

    private static String method(ReplayFigures figures) {
        return "Each variant ran for " + Numbers.seconds(figures.durationSeconds())
                + " on real sockets and threads: " + service(figures)
                + ", and an open-loop load with Poisson arrivals (seed " + figures.seed()
                + "), the same in every variant. Latency counts from the intended time of a request. A client gives up after "
                + Numbers.millis(figures.deadlineMillis()) + ownDeadlines(figures)
                + "; a request that got no " + (figures.database() == null ? "page" : "answer")
                + " counts as failed, and with that"
                + " time as its latency, however quickly it was refused. Bars are by the time a request was sent. Changes: "
                + changes(figures) + ". The load generator was late by at most "
                + figures.variants().stream().map(HtmlReport::lateness).collect(Collectors.joining(", "))
                + "." + (Summary.predictions(figures).rows().isEmpty() ? "" : " " + Summary.PREDICTED);
    }

    private static String service(ReplayFigures figures) {
        DatabaseFigures database = figures.database();
        return database == null
                ? "a page service with " + figures.threads() + " platform threads and a queue of " + figures.queue()
                        + ", its dependencies"
                : "a service with a virtual thread for each request and " + database.connections()
                        + " connections, in one pool with a wait of at most "
                        + Numbers.millis(database.maxWaitMillis())
                        + " or in partitions, a PostgreSQL started for the replay";
    }

    private static String ownDeadlines(ReplayFigures figures) {
        String own = figures.variants().get(0).endpoints().stream()
                .filter(endpoint -> endpoint.deadlineMillis() != figures.deadlineMillis())
                .map(endpoint -> endpoint.name() + " after " + Numbers.millis(endpoint.deadlineMillis()))
                .collect(Collectors.joining(", "));
        return own.isEmpty() ? "" : " (" + own + ")";
    }

    private static String changes(ReplayFigures figures) {
        List<String> changes = figures.changes().stream()
                .map(c -> c.dependency() + " at " + Numbers.seconds(c.atSeconds()) + " (" + c.text() + ")")
                .toList();
        return changes.isEmpty() ? "none" : String.join(", ", changes);
    }

    private static String lateness(VariantFigures variant) {
        return Numbers.millis(variant.generator().lateP99Millis()) + " for 99 % of the requests in \"" + variant.title()
                + "\"";
    }
}
