// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one dependency did to the page service.
 *
 * @param name of the dependency
 * @param heldAtMost the most page threads that were inside a call to it at once
 * @param held page threads inside a call to it, sampled
 * @param rejections calls that its bulkhead turned away
 * @param rejection how long those took; null where there were none
 */
public record DependencyFigures(
        String name,
        int heldAtMost,
        List<Integer> held,
        long rejections,
        @Nullable RejectionLatency rejection) {

    /**
     * The time around the bulkhead call that threw, any wait for a permit included.
     *
     * @param p50Micros half were faster
     * @param p99Micros one in a hundred was slower
     * @param maxMicros the slowest
     */
    public record RejectionLatency(double p50Micros, double p99Micros, double maxMicros) {}
}
