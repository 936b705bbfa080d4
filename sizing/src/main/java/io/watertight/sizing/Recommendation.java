// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many permits to take, and why.
 *
 * @param workload the question
 * @param permits the answer: the smallest number that keeps to the target
 * @param rejection the share of calls that they reject in good health
 * @param inFlight the mean number of calls in flight by Little's law: the offered load in erlangs
 * @param headroomPerSecond the rate of calls at which rejections would reach ten times the target (90 % at most)
 * @param options the permits for 1 %, 0.1 %, 0.01 % and the target, from the fewest to the most
 * @param ruleOfThumb what {@link LittlesLaw#permits} says for the p99 and a safety factor of 2, and what those permits do;
 *     null without a p99
 * @param noWall what the slow-down does without a wall; null where no slow-down was asked about
 * @param mostPermits the largest wall that keeps the others' rejections within the target during the slow-down: 0 if
 *     not even one permit does; null where no slow-down was asked about
 * @param reasoning the same as sentences
 */
public record Recommendation(
        Workload workload,
        int permits,
        double rejection,
        double inFlight,
        double headroomPerSecond,
        List<Option> options,
        @Nullable Option ruleOfThumb,
        @Nullable Slowdown noWall,
        @Nullable Integer mostPermits,
        String reasoning) {
    /** Keeps a copy of the options that cannot be changed. */
    public Recommendation {
        options = List.copyOf(options);
    }

    /**
     * A number of permits and what they do.
     *
     * @param target the share of rejections that they were chosen for; null where they were not chosen by a target
     * @param permits how many
     * @param rejection the share of calls that they reject in good health
     * @param slowdown what they do in the slow-down; null where none was asked about
     */
    public record Option(
            @Nullable Double target,
            int permits,
            double rejection,
            @Nullable Slowdown slowdown) {}

    /**
     * The steady state of a slow-down that lasts.
     *
     * @param threadsHeld the mean number of threads that the slow dependency holds
     * @param rejected the share of its own calls that is rejected
     * @param othersRejected the share of the others' calls that is rejected, since no thread is free
     * @param poolFullAfter from its beginning until the pool is full, on average and if nothing comes back in between; null
     *     if the pool does not fill
     */
    public record Slowdown(
            double threadsHeld,
            double rejected,
            double othersRejected,
            @Nullable Duration poolFullAfter) {}
}
