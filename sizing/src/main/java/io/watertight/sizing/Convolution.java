// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Sums over the states of a shared pool. An array holds a weight for each number of threads; what is beyond its end is 0. */
final class Convolution {
    /** Nobody holds a thread. */
    static final double[] EMPTY = {1};

    private Convolution() {}

    /** {@code a^n/n!} for n up to the limit, scaled so that the largest is 1. */
    static double[] weights(double load, int limit) {
        double[] weights = new double[limit + 1];
        int mode = (int) Math.min(limit, load);
        weights[mode] = 1;
        for (int n = mode; n < limit; n++) {
            weights[n + 1] = weights[n] * load / (n + 1);
        }
        for (int n = mode; n > 0; n--) {
            weights[n - 1] = weights[n] * n / load;
        }
        return weights;
    }

    /** The weights of the sum, up to a bound. Most weights of a large pool are 0; they cost nothing. */
    static double[] of(double[] left, double[] right, int most) {
        double[] sum = new double[Math.min(most, left.length + right.length - 2) + 1];
        int from = firstAboveZero(right);
        int end = endOfNonZero(right);
        for (int i = 0; i < Math.min(left.length, sum.length); i++) {
            if (left[i] == 0) {
                continue;
            }
            int to = Math.min(end, sum.length - i);
            for (int j = from; j < to; j++) {
                sum[i + j] += left[i] * right[j];
            }
        }
        return sum;
    }

    private static int firstAboveZero(double[] weights) {
        int first = 0;
        while (first < weights.length - 1 && weights[first] == 0) {
            first++;
        }
        return first;
    }

    private static int endOfNonZero(double[] weights) {
        int end = weights.length;
        while (end > 1 && weights[end - 1] == 0) {
            end--;
        }
        return end;
    }

    static double at(double[] weights, int n) {
        return n < weights.length ? weights[n] : 0;
    }

    static double sum(double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        return sum;
    }

    /** As probabilities, for 0 to the last. */
    static List<Double> over(double[] weights, double total, int last) {
        List<Double> probabilities = new ArrayList<>(last + 1);
        for (double weight : weights) {
            probabilities.add(weight / total);
        }
        probabilities.addAll(Collections.nCopies(last + 1 - weights.length, 0.0));
        return probabilities;
    }
}
