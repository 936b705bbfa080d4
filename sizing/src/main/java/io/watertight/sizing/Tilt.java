// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

/**
 * Keeps the weights of an overloaded pool within the range of a double.
 *
 * <p>Three dependencies of 500 erlangs in a pool of 200 threads are together nowhere near the states that each would be in
 * alone; the products of such weights underflow. All loads times one factor {@code θ} multiply the weight of {@code m}
 * threads by {@code θ^m}, which can be divided out afterwards, and {@code θ} is chosen such that the likeliest states
 * together fill the pool.
 */
final class Tilt {
    private Tilt() {}

    /** At most 1; 1 where the pool is not overloaded. */
    static double of(int threads, double[] loads, int[] limits) {
        if (wanted(1, loads, limits) <= threads) {
            return 1;
        }
        double low = 0;
        double high = 1;
        for (double middle = 0.5; middle > low && middle < high; middle = low + (high - low) / 2) {
            if (wanted(middle, loads, limits) <= threads) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static double wanted(double tilt, double[] loads, int[] limits) {
        double sum = 0;
        for (int i = 0; i < loads.length; i++) {
            sum += Math.min(limits[i], loads[i] * tilt);
        }
        return sum;
    }

    /** Relative to the weight of a full pool. */
    static double[] undo(double[] weights, double tilt, int threads) {
        double[] undone = weights.clone();
        if (tilt < 1) {
            for (int m = 0; m < undone.length; m++) {
                undone[m] *= Math.pow(tilt, threads - m);
            }
        }
        return undone;
    }
}
