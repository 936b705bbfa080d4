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
 * @param deadlineMillis when a client gave up, unless its endpoint says otherwise
 * @param seed of arrivals, latencies and failures
 * @param threads of the page service's pool; null where it was short of connections
 * @param queue how many requests could wait for a thread; null where it was short of connections
 * @param bucketMillis the width of the buckets of {@link EndpointFigures}
 * @param sampleMillis the time between the samples of threads or connections
 * @param changeAtSeconds the first change, such as the hang; null where nothing changed
 * @param changes what changed
 * @param variants in the order of the scenario
 * @param incident the first change as a point in time: {@code the hang}, {@code reports began}, {@code the start}
 * @param database what the service was short of; null where it was threads
 */
public record ReplayFigures(
        String scenario,
        String title,
        String verdict,
        double durationSeconds,
        double deadlineMillis,
        long seed,
        @Nullable Integer threads,
        @Nullable Integer queue,
        int bucketMillis,
        int sampleMillis,
        @Nullable Double changeAtSeconds,
        List<ChangeFigures> changes,
        List<VariantFigures> variants,
        String incident,
        @Nullable DatabaseFigures database) {

    /**
     * The connections to a database.
     *
     * @param connections of one pool, or of all partitions together
     * @param maxWaitMillis how long a request could wait for one in the pool
     */
    public record DatabaseFigures(int connections, double maxWaitMillis) {}

    /**
     * How much there was of what the service was short of.
     *
     * @return threads or connections
     */
    public int capacity() {
        return database != null ? database.connections() : threads != null ? threads : 0;
    }

    /**
     * How to speak of it.
     *
     * @return the words
     */
    public Words words() {
        return Words.of(database != null);
    }

    /**
     * One change of one dependency, or the first request of an endpoint.
     *
     * @param atSeconds since the start
     * @param dependency the dependency, or what the endpoint calls
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
