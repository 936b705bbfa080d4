// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All figures of a replay.
 *
 * @param scenario the name
 * @param title one line
 * @param verdict one sentence that says what the figures show
 * @param durationSeconds of each variant
 * @param deadlineMillis when a client gave up
 * @param seed of arrivals, latencies and failures
 * @param threads of the page service's pool
 * @param queue how many requests could wait for a thread
 * @param bucketMillis the width of the buckets of {@link EndpointFigures}
 * @param sampleMillis the time between the samples of threads
 * @param changeAtSeconds the first change, the hang; null where nothing changed
 * @param changes what changed
 * @param variants in the order of the scenario
 */
public record ReplayFigures(
        String scenario,
        String title,
        String verdict,
        double durationSeconds,
        double deadlineMillis,
        long seed,
        int threads,
        int queue,
        int bucketMillis,
        int sampleMillis,
        @Nullable Double changeAtSeconds,
        List<ChangeFigures> changes,
        List<VariantFigures> variants) {

    /**
     * One change of one dependency.
     *
     * @param atSeconds since the start
     * @param dependency its name
     * @param text what changed
     */
    public record ChangeFigures(double atSeconds, String dependency, String text) {}

    /**
     * The scale of an endpoint's bars: one in all variants, so that heights compare.
     *
     * @param endpoint its place in the scenario's list
     * @return the most requests of one bucket in any variant
     */
    public int mostRequests(int endpoint) {
        return variants.stream()
                .map(variant -> variant.endpoints().get(endpoint))
                .flatMapToInt(figures -> IntStream.range(0, figures.served().size())
                        .map(i -> figures.served().get(i)
                                + figures.degraded().get(i)
                                + figures.failed().get(i)))
                .max()
                .orElse(0);
    }
}
