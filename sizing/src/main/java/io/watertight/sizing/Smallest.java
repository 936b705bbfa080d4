// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.util.function.IntToDoubleFunction;

/** Finds the smallest number of permits that keeps to a target. */
final class Smallest {
    private Smallest() {}

    /**
     * By doubling and halving.
     *
     * @param rejection falls as permits rise
     */
    static int permits(double target, IntToDoubleFunction rejection) {
        Check.target(target);
        int tooFew = 0;
        int enough = 1;
        while (rejection.applyAsDouble(enough) > target) {
            if (enough == Integer.MAX_VALUE) {
                throw new IllegalArgumentException("more than " + Integer.MAX_VALUE + " permits would be needed for a"
                        + " target of " + target + ": check rate and mean holding time, or allow more rejections");
            }
            tooFew = enough;
            enough = enough > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : 2 * enough;
        }
        while (enough - tooFew > 1) {
            int middle = tooFew + (enough - tooFew) / 2;
            if (rejection.applyAsDouble(middle) > target) {
                tooFew = middle;
            } else {
                enough = middle;
            }
        }
        return enough;
    }
}
