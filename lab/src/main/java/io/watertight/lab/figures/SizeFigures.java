// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import io.watertight.sizing.Recommendation;
import io.watertight.sizing.Sizing;
import io.watertight.sizing.Workload;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All figures of a recommendation. Shares are from 0 to 1.
 *
 * @param perSecond calls a second
 * @param meanMillis how long each holds a permit on average
 * @param p99Millis the 99th percentile of that; null where it was not given
 * @param pool threads that are shared
 * @param target the share of calls that may be rejected
 * @param maxWaitMillis how long a caller waits for a permit
 * @param peakedness of the arrivals
 * @param degradedMillis how long a call takes in the slow-down; null where it was not given
 * @param othersPerSecond calls a second to everything else on the pool
 * @param erlangs the offered load, which is what is in use on average
 * @param permits the recommendation
 * @param rejected the share of calls that they reject
 * @param headroomPerSecond the rate at which they would reject ten times the target
 * @param options permits for several targets
 * @param ruleOfThumb the permits of the rule rate × p99 × 2; null without a p99
 * @param noWall the slow-down without a wall; null where it was not asked about
 * @param mostPermits the largest wall that spares the others in the slow-down; null where it was not asked about
 * @param chart what each number of permits rejects
 * @param reasoning the recommendation in sentences
 */
public record SizeFigures(
        double perSecond,
        double meanMillis,
        @Nullable Double p99Millis,
        int pool,
        double target,
        double maxWaitMillis,
        double peakedness,
        @Nullable Double degradedMillis,
        double othersPerSecond,
        double erlangs,
        int permits,
        double rejected,
        double headroomPerSecond,
        List<Option> options,
        @Nullable Option ruleOfThumb,
        @Nullable Slowdown noWall,
        @Nullable Integer mostPermits,
        List<Point> chart,
        String reasoning) {
    private static final int MOST_POINTS = 48;
    private static final double CHART_FROM = 0.7;

    /** Of many permits most are needed before rejections begin to fall at all. */
    private static final double LONG_CHART_FROM = 0.2;

    private static final double CHART_TO = 1e-5;

    /**
     * Permits and what they do.
     *
     * @param target what they were chosen for; null where by no target
     * @param permits how many
     * @param rejected the share of calls that they reject
     * @param slowdown what they do in the slow-down; null where it was not asked about
     */
    public record Option(
            @Nullable Double target,
            int permits,
            double rejected,
            @Nullable Slowdown slowdown) {}

    /**
     * A slow-down in its steady state.
     *
     * @param threadsHeld by the slow dependency, on average
     * @param rejected the share of its own calls
     * @param othersRejected the share of the other calls
     * @param poolFullAfterSeconds from its beginning; null if the pool does not fill
     */
    public record Slowdown(
            double threadsHeld,
            double rejected,
            double othersRejected,
            @Nullable Double poolFullAfterSeconds) {}

    /**
     * A point of the chart.
     *
     * @param permits how many
     * @param rejected the share of calls that they reject
     */
    public record Point(int permits, double rejected) {}

    /**
     * The figures of an answer.
     *
     * @param answer of the library
     * @return the same as numbers, with a chart
     */
    public static SizeFigures of(Recommendation answer) {
        Workload workload = answer.workload();
        Recommendation.Option rule = answer.ruleOfThumb();
        return new SizeFigures(
                workload.load().perSecond(),
                millis(workload.load().meanHeld()),
                orNull(workload.p99()),
                workload.pool(),
                workload.target(),
                millis(workload.maxWait()),
                workload.peakedness(),
                orNull(workload.degraded()),
                workload.others().perSecond(),
                answer.inFlight(),
                answer.permits(),
                answer.rejection(),
                answer.headroomPerSecond(),
                answer.options().stream().map(SizeFigures::option).toList(),
                rule == null ? null : option(rule),
                slowdown(answer.noWall()),
                answer.mostPermits(),
                chart(workload),
                answer.reasoning());
    }

    private static Option option(Recommendation.Option option) {
        return new Option(option.target(), option.permits(), option.rejection(), slowdown(option.slowdown()));
    }

    private static @Nullable Slowdown slowdown(Recommendation.@Nullable Slowdown slowdown) {
        if (slowdown == null) {
            return null;
        }
        Duration full = slowdown.poolFullAfter();
        return new Slowdown(
                slowdown.threadsHeld(),
                slowdown.rejected(),
                slowdown.othersRejected(),
                full == null ? null : millis(full) / 1e3);
    }

    /** From nearly everything rejected to nearly nothing. */
    private static List<Point> chart(Workload workload) {
        int to = Sizing.permits(workload, CHART_TO);
        int from = Sizing.permits(workload, to > MOST_POINTS ? LONG_CHART_FROM : CHART_FROM);
        int step = 1 + (to - from) / MOST_POINTS;
        return IntStream.rangeClosed(0, (to - from) / step)
                .map(i -> from + i * step)
                .mapToObj(permits -> new Point(permits, Sizing.rejection(workload, permits)))
                .toList();
    }

    private static double millis(Duration duration) {
        return duration.getSeconds() * 1e3 + duration.getNano() / 1e6;
    }

    private static @Nullable Double orNull(@Nullable Duration duration) {
        return duration == null ? null : millis(duration);
    }
}
