// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import io.watertight.lab.figures.DependencyFigures;
import io.watertight.lab.figures.DependencyFigures.RejectionLatency;
import io.watertight.lab.figures.EndpointFigures;
import io.watertight.lab.figures.EndpointFigures.Totals;
import io.watertight.lab.figures.Latency;
import io.watertight.lab.figures.Numbers;
import io.watertight.lab.figures.PhaseFigures;
import io.watertight.lab.figures.PhaseFigures.Prediction;
import io.watertight.lab.figures.PhaseFigures.WallPrediction;
import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.figures.VariantFigures;
import io.watertight.lab.figures.VariantFigures.HealthyFigures;
import io.watertight.lab.figures.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The table of a replay: a row for each figure, a column for each variant; the same in the terminal and on the page.
 *
 * @param columns the variants
 * @param rows the figures
 */
record Summary(List<String> columns, List<Row> rows) {
    /** What the predictions are, and are not. */
    static final String PREDICTED =
            "Predicted by Erlang's formulas for Poisson arrivals, such as these, and a phase that lasts until it is"
                    + " steady. They know neither the queue before the pool nor the clients' deadlines, and seconds after a"
                    + " change a pool is still filling: compare the size, not the digits.";

    private static final String NOTHING = "–";

    /**
     * One figure.
     *
     * @param label what it is
     * @param brief the same in few words, for a narrow table that has only such rows; null for a row it does without
     * @param detail whether it refines the row above
     * @param cells one for each variant
     */
    record Row(String label, @Nullable String brief, boolean detail, List<String> cells) {}

    static Summary of(ReplayFigures figures) {
        var builder = new Builder(figures);
        builder.healthy();
        builder.threads();
        builder.stays();
        builder.rejections();
        builder.timeouts();
        builder.endpoints();
        return new Summary(
                figures.variants().stream().map(VariantFigures::title).toList(), builder.rows);
    }

    /** What was measured in each phase, and in brackets what the formulas predict; without rows where they say nothing. */
    static Summary predictions(ReplayFigures figures) {
        var builder = new Builder(figures);
        builder.predictions();
        return new Summary(
                figures.variants().stream().map(VariantFigures::title).toList(), builder.rows);
    }

    /** Collects the rows in order. */
    private static final class Builder {
        private final ReplayFigures figures;
        private final Words words;
        private final List<Row> rows = new ArrayList<>();

        Builder(ReplayFigures figures) {
            this.figures = figures;
            this.words = figures.words();
        }

        private static String capitalized(String text) {
            return Character.toUpperCase(text.charAt(0)) + text.substring(1);
        }

        private void row(String label, String brief, Function<VariantFigures, String> cell) {
            rows.add(new Row(
                    label, brief, false, figures.variants().stream().map(cell).toList()));
        }

        private void detail(String label, Function<VariantFigures, String> cell) {
            rows.add(new Row(
                    label, null, true, figures.variants().stream().map(cell).toList()));
        }

        private String dependency(int place) {
            return figures.variants().get(0).dependencies().get(place).name();
        }

        private int dependencies() {
            return figures.variants().get(0).dependencies().size();
        }

        void healthy() {
            HealthyFigures any = figures.variants().get(0).healthy();
            if (any == null) {
                return;
            }
            row(
                    "Healthy endpoints (" + String.join(", ", any.names()) + ") served",
                    "healthy served",
                    v -> healthy(v, h -> Numbers.percent(h.servedPercent())));
            if (any.before() != null && any.after() != null) {
                detail("p50, p99 before " + figures.incident(), v -> healthy(v, h -> percentiles(h, h.before())));
                detail("p50, p99 since " + figures.incident(), v -> healthy(v, h -> percentiles(h, h.after())));
            }
            detail("p50, p99 of the whole run", v -> healthy(v, h -> percentiles(h, h.whole())));
        }

        private static String healthy(VariantFigures variant, Function<HealthyFigures, String> cell) {
            HealthyFigures healthy = variant.healthy();
            return healthy == null ? NOTHING : cell.apply(healthy);
        }

        private String percentiles(HealthyFigures healthy, @Nullable Latency latency) {
            if (latency == null) {
                return NOTHING;
            }
            String page = figures.database() == null ? "page" : "answer";
            return Numbers.latency(latency.p50Millis(), healthy.deadlineMillis(), page) + ", "
                    + Numbers.latency(latency.p99Millis(), healthy.deadlineMillis(), page);
        }

        void threads() {
            row(
                    capitalized(words.busy()) + " at most, of " + figures.capacity(),
                    words.busy(),
                    v -> String.valueOf(v.busyAtMost()));
            for (int i = 0; i < dependencies(); i++) {
                int place = i;
                detail(
                        "held by " + dependency(i),
                        v -> String.valueOf(v.dependencies().get(place).heldAtMost()));
            }
            String pool = figures.database() == null ? "Pool drained" : "Shared pool drained";
            row(pool + ", after " + figures.incident(), "drained after", v -> {
                Double after = v.drainedAfterSeconds();
                boolean shared = figures.database() == null || v.walls().isEmpty();
                return after != null ? Numbers.seconds(after) : shared ? "never" : NOTHING;
            });
        }

        void stays() {
            row(
                    words.longestStay(),
                    "longest stay",
                    v -> Numbers.seconds(v.dependencies().stream()
                            .mapToDouble(DependencyFigures::longestStaySeconds)
                            .max()
                            .orElse(0)));
            for (int i = 0; i < dependencies(); i++) {
                int place = i;
                detail(
                        "with " + dependency(i),
                        v -> Numbers.millis(v.dependencies().get(place).longestStaySeconds() * 1e3));
            }
        }

        void timeouts() {
            if (figures.variants().stream()
                    .flatMap(v -> v.walls().stream())
                    .allMatch(wall -> wall.timeoutMillis() == null)) {
                return;
            }
            row(
                    "Calls ended by a timeout",
                    "timed out",
                    v -> v.walls().stream().allMatch(wall -> wall.timeoutMillis() == null)
                            ? NOTHING
                            : sum(v, DependencyFigures::timeouts));
        }

        private static String sum(VariantFigures variant, ToLongFunction<DependencyFigures> count) {
            return String.valueOf(
                    variant.dependencies().stream().mapToLong(count).sum());
        }

        void rejections() {
            row(
                    "Calls rejected by a " + words.wall(),
                    "rejected",
                    v -> v.walls().isEmpty() ? NOTHING : sum(v, DependencyFigures::rejections));
            for (int i = 0; i < dependencies(); i++) {
                int place = i;
                if (figures.variants().stream()
                        .anyMatch(v -> v.dependencies().get(place).rejection() != null)) {
                    detail(
                            dependency(i) + ": p50, p99 of a rejection",
                            v -> rejection(v.dependencies().get(place).rejection()));
                }
            }
        }

        private static String rejection(@Nullable RejectionLatency latency) {
            return latency == null
                    ? NOTHING
                    : Numbers.millis(latency.p50Micros() / 1e3) + ", " + Numbers.millis(latency.p99Micros() / 1e3);
        }

        void endpoints() {
            row(
                    capitalized(words.page()) + "s served, " + words.degraded() + ", failed",
                    "served, " + words.degraded() + ", failed",
                    v -> totals(
                            v.endpoints().stream().map(EndpointFigures::totals).toList()));
            for (int i = 0; i < figures.variants().get(0).endpoints().size(); i++) {
                int place = i;
                detail(
                        figures.variants().get(0).endpoints().get(i).name(),
                        v -> totals(List.of(v.endpoints().get(place).totals())));
            }
        }

        private static String totals(List<Totals> totals) {
            return totals.stream().mapToInt(Totals::served).sum() + ", "
                    + totals.stream().mapToInt(Totals::degraded).sum() + ", "
                    + totals.stream().mapToInt(Totals::failed).sum();
        }

        /** A row for each phase and each formula that has something to say about it. */
        void predictions() {
            List<PhaseFigures> phases = figures.variants().get(0).phases();
            for (int i = 0; i < phases.size(); i++) {
                int phase = i;
                String when = when(phases.get(i), i, phases.size());
                for (int d = 0; d < dependencies(); d++) {
                    String name = dependency(d);
                    if (figures.variants().stream().anyMatch(v -> wall(v, phase, name) != null)) {
                        row(
                                name + ": rejected " + when,
                                name.replace(' ', '-') + " rejected " + when,
                                v -> prediction(wall(v, phase, name)));
                    }
                }
                if (figures.variants().stream()
                        .anyMatch(v -> v.phases().get(phase).healthy() != null)) {
                    row(
                            "Healthy endpoints: not served " + when,
                            "healthy not served " + when,
                            v -> prediction(v.phases().get(phase).healthy()));
                }
            }
        }

        private String when(PhaseFigures phase, int index, int phases) {
            if (phases == 1) {
                return "in all";
            }
            if (index == 0) {
                return "before " + figures.incident();
            }
            return phases == 2
                    ? "since " + figures.incident()
                    : "from " + Numbers.seconds(phase.fromSeconds()) + " to " + Numbers.seconds(phase.toSeconds());
        }

        private static @Nullable Prediction wall(VariantFigures variant, int phase, String dependency) {
            return variant.phases().get(phase).walls().stream()
                    .filter(wall -> wall.dependency().equals(dependency))
                    .map(WallPrediction::rejected)
                    .findFirst()
                    .orElse(null);
        }

        private static String prediction(@Nullable Prediction prediction) {
            if (prediction == null) {
                return NOTHING;
            }
            Double measured = prediction.measuredPercent();
            return (measured == null ? NOTHING : Numbers.share(measured / 100)) + " ("
                    + Numbers.share(prediction.predictedPercent() / 100) + ")";
        }
    }
}
