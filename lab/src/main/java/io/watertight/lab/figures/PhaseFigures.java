// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One phase of a variant, in which nothing changed: what the formulas predict for its steady state, and what was measured.
 *
 * @param fromSeconds since the start
 * @param toSeconds the next change, or the end
 * @param walls the bulkheads, predicted by their loss formulas
 * @param healthy the endpoints whose dependency never changed, predicted by the product form of the shared pool; null if
 *     there is none, or a dependency's latency is unknown
 */
public record PhaseFigures(
        double fromSeconds,
        double toSeconds,
        List<WallPrediction> walls,
        @Nullable Prediction healthy) {

    /**
     * A predicted share and the measured one.
     *
     * @param predictedPercent of the calls or requests
     * @param measuredPercent the same as it was; null where there were none
     * @param count how many calls or requests were measured
     */
    public record Prediction(
            double predictedPercent, @Nullable Double measuredPercent, long count) {}

    /**
     * The calls that one wall turned away.
     *
     * @param dependency behind it
     * @param formula what predicted it
     * @param erlangs the offered load: rate times mean latency
     * @param limit calls that may be active at once
     * @param rejected the share of calls
     */
    public record WallPrediction(String dependency, String formula, double erlangs, int limit, Prediction rejected) {}
}
