// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one variant showed.
 *
 * @param name of the variant
 * @param title what to call it
 * @param walls what stood before which dependency; empty for none
 * @param busyAtMost the most threads of the pool that were busy at once, or connections in use
 * @param drainedAfterSeconds from the hang (or the start, where nothing changed) until none was free; null if that
 *     never happened, and with partitions, where there is no pool that all share
 * @param busy threads busy or connections in use, sampled
 * @param endpoints in the order of the scenario
 * @param dependencies in the order of the scenario
 * @param healthy the endpoints whose dependency never changed, together; null if there is none
 * @param generator how punctual the load was
 * @param phases what the formulas predict for the times between changes, beside what was measured
 */
public record VariantFigures(
        String name,
        String title,
        List<WallFigures> walls,
        int busyAtMost,
        @Nullable Double drainedAfterSeconds,
        List<Integer> busy,
        List<EndpointFigures> endpoints,
        List<DependencyFigures> dependencies,
        @Nullable HealthyFigures healthy,
        GeneratorFigures generator,
        List<PhaseFigures> phases) {

    /**
     * What stood before one dependency.
     *
     * @param dependency before which it stood
     * @param kind bulkhead, thread pool, timeout or partition
     * @param maxConcurrentCalls its limit; null for a timeout alone
     * @param maxWaitMillis how long a call could wait for a permit or connection; null where there are no permits
     * @param queue how many calls could be queued; null where there is no queue
     * @param timeoutMillis how long one call could last; null for no limit
     */
    public record WallFigures(
            String dependency,
            String kind,
            @Nullable Integer maxConcurrentCalls,
            @Nullable Double maxWaitMillis,
            @Nullable Integer queue,
            @Nullable Double timeoutMillis) {}

    /**
     * What the healthy endpoints' clients got, together.
     *
     * @param names of the endpoints
     * @param requests how many were sent
     * @param served how many got their page
     * @param servedPercent the same as a share
     * @param whole latency over the whole run
     * @param before latency of requests sent before the hang; null where there were none
     * @param after latency of requests sent since the hang; null where there were none
     * @param deadlineMillis the latency of a request that got no page: the longest deadline of these endpoints
     */
    public record HealthyFigures(
            List<String> names,
            int requests,
            int served,
            double servedPercent,
            Latency whole,
            @Nullable Latency before,
            @Nullable Latency after,
            double deadlineMillis) {}

    /**
     * How late the load generator sent its requests: its own share of every latency, which is counted from the intended
     * time.
     *
     * @param requests how many it sent
     * @param lateP99Millis 99 % were sent at most so late
     * @param lateMostMillis the latest
     */
    public record GeneratorFigures(int requests, double lateP99Millis, double lateMostMillis) {}
}
