// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one dependency, or one query, did to the service.
 *
 * @param name of the dependency or query
 * @param heldAtMost the most threads that were inside a call to it at once: page threads, or those of a thread pool; with
 *     a database the most connections that it had
 * @param held the same, sampled
 * @param longestStaySeconds the longest time one request's thread spent on it, waiting at its wall included; a thread that
 *     had not come back at the end counts with its time so far
 * @param timeouts calls that its wall ended at the timeout
 * @param rejections calls that its wall turned away
 * @param rejection how long those took; null where there were none
 */
public record DependencyFigures(
        String name,
        int heldAtMost,
        List<Integer> held,
        double longestStaySeconds,
        long timeouts,
        long rejections,
        @Nullable RejectionLatency rejection) {

    /**
     * The time around the wall's call that threw, any wait for a permit included.
     *
     * @param p50Micros half were faster
     * @param p99Micros one in a hundred was slower
     * @param maxMicros the slowest
     */
    public record RejectionLatency(double p50Micros, double p99Micros, double maxMicros) {}
}
