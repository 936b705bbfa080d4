// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import io.watertight.sizing.Recommendation.Option;
import io.watertight.sizing.Recommendation.Slowdown;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers how many permits a bulkhead needs.
 *
 * <p>It applies the formula that fits: {@link ErlangB} where callers fail fast, {@link BoundedWait} where they wait, {@link
 * Hayward} where calls come in bursts. For bursts of callers that also wait there is no such formula; their wait is left
 * out of account then, so the answer is on the safe side.
 *
 * <p><b>What a recommendation is.</b> The fewest permits that reject no more than the target <em>by chance</em>, in good
 * health and at the given rate. Room for a rate that grows or a dependency that slows is a decision, not a probability; the
 * answer says how much there is ({@code headroomPerSecond}), and how large a wall may become before it is none ({@code
 * mostPermits}).
 *
 * <pre>{@code
 * Load healthy = Load.of(100, Duration.ofMillis(20));
 * Recommendation answer = Sizing.recommend(Workload.of(healthy).withDegraded(Duration.ofSeconds(5)));
 *
 * int permits = answer.permits(); // 8
 * String why = answer.reasoning();
 * }</pre>
 */
public final class Sizing {
    private static final List<Double> TARGETS = List.of(0.01, 0.001, 0.0001);
    private static final double SAFETY_FACTOR = 2;

    private Sizing() {}

    /**
     * Recommends permits for a load and the defaults of {@link Workload}.
     *
     * @param load of the calls while the dependency is healthy
     * @param target the share of them that may be rejected, above 0 and below 1
     * @return the answer, with its reasoning
     * @throws IllegalArgumentException if the target is out of its range or no {@code int} of permits would do
     */
    public static Recommendation recommend(Load load, double target) {
        return recommend(Workload.of(load).withTarget(target));
    }

    /**
     * Recommends permits.
     *
     * @param workload what they are for
     * @return the answer, with its reasoning
     * @throws IllegalArgumentException if no {@code int} of permits would do
     */
    public static Recommendation recommend(Workload workload) {
        Duration p99 = workload.p99();
        int permits = permits(workload, workload.target());
        List<Option> options = Stream.concat(TARGETS.stream(), Stream.of(workload.target()))
                .distinct()
                .sorted(Comparator.reverseOrder())
                .map(target -> option(workload, target, permits(workload, target)))
                .toList();
        var answer = new Recommendation(
                workload,
                permits,
                rejection(workload, permits),
                LittlesLaw.inFlight(workload.load()),
                headroom(workload, permits),
                options,
                p99 == null
                        ? null
                        : option(
                                workload,
                                null,
                                LittlesLaw.permits(workload.load().perSecond(), p99, SAFETY_FACTOR)),
                SlowPool.of(workload).map(SlowPool::withoutWall).orElse(null),
                SlowPool.of(workload).map(SlowPool::mostPermits).orElse(null),
                "");
        return new Recommendation(
                workload,
                permits,
                answer.rejection(),
                answer.inFlight(),
                answer.headroomPerSecond(),
                options,
                answer.ruleOfThumb(),
                answer.noWall(),
                answer.mostPermits(),
                Reasoning.of(answer, slowdown(workload, permits)));
    }

    /**
     * The share of calls that so many permits reject in good health.
     *
     * @param workload what they are for
     * @param permits {@code c}, at least 1
     * @return from 0 to 1
     * @throws IllegalArgumentException if permits is below 1
     */
    public static double rejection(Workload workload, int permits) {
        return rejection(workload, workload.load(), permits);
    }

    private static double rejection(Workload workload, Load load, int permits) {
        if (workload.peakedness() != 1) {
            return Hayward.rejection(load, permits, workload.peakedness());
        }
        return BoundedWait.rejection(load, permits, workload.maxWait());
    }

    /**
     * The smallest number of permits that rejects no more than a share of the calls in good health.
     *
     * @param workload what they are for; its own target is not looked at
     * @param target that share, above 0 and below 1
     * @return permits, at least 1
     * @throws IllegalArgumentException if the target is out of its range or no {@code int} of permits would do
     */
    public static int permits(Workload workload, double target) {
        return Smallest.permits(target, permits -> rejection(workload, permits));
    }

    private static Option option(Workload workload, @Nullable Double target, int permits) {
        return new Option(target, permits, rejection(workload, permits), slowdown(workload, permits));
    }

    private static @Nullable Slowdown slowdown(Workload workload, int permits) {
        return SlowPool.of(workload).map(pool -> pool.behind(permits)).orElse(null);
    }

    private static double headroom(Workload workload, int permits) {
        double tenfold = Math.min(0.9, 10 * workload.target());
        double low = workload.load().perSecond();
        double high = low;
        do {
            high *= 2;
        } while (rejection(workload, at(workload, high), permits) <= tenfold);
        for (int i = 0; i < 50; i++) {
            double middle = low + (high - low) / 2;
            if (rejection(workload, at(workload, middle), permits) <= tenfold) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Load at(Workload workload, double perSecond) {
        return new Load(perSecond, workload.load().meanHeld());
    }
}
