// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One pool of threads that several dependencies share, each behind a wall of its own or behind none: the model of what a
 * bulkhead is for.
 *
 * <p>A call is rejected if its dependency has reached its limit, or if all threads of the pool are taken. The states {@code n
 * = (n₁, …)}, so many threads with each dependency, then have the product form {@code π(n) ∝ Π aᵢ^nᵢ/nᵢ!} over {@code nᵢ ≤ cᵢ}
 * and {@code Σnᵢ ≤ N}, for any distribution of the holding times. It is summed by convolution, in {@code O(kN²)}; the blocked
 * states are added up directly, so that small probabilities keep their digits.
 *
 * <p><b>Assumes</b> Poisson arrivals, no queue before the pool, and the steady state: how a pool <em>fills</em> in the first
 * seconds of a hang it does not say.
 *
 * <p>Checked against exact rational arithmetic to 1e-12 for pools of 200 and probabilities down to 1e-190, and for sums
 * and limits in pools of 20,000.
 *
 * <p>Sources: J. S. Kaufman, <i>Blocking in a Shared Resource Environment</i>, IEEE Transactions on Communications 29
 * (1981); J. W. Roberts, <i>A Service System with Heterogeneous User Requirements</i>, Performance of Data Communications
 * Systems (1981).
 *
 * <pre>{@code
 * Load healthy = Load.of(100, Duration.ofMillis(20));
 * SharedPool walled = SharedPool.of(200)
 *         .withDependency("inventory", healthy.withMeanHeld(Duration.ofSeconds(5)), 40) // hangs, behind a wall of 40
 *         .withDependency("user", healthy)
 *         .withDependency("payment", healthy);
 *
 * double others = walled.solve().rejection("user"); // 0, to 190 digits; 0.604 without the wall
 * }</pre>
 *
 * <p>Immutable.
 */
public final class SharedPool {
    private static final int MOST_THREADS = 100_000;

    private final int threads;
    private final Map<String, Share> shares;

    private record Share(double erlangs, int limit) {}

    private SharedPool(int threads, Map<String, Share> shares) {
        this.threads = threads;
        this.shares = shares;
    }

    /**
     * A pool that nothing uses yet.
     *
     * @param threads {@code N}, from 1 to 100,000
     * @return a new pool
     * @throws IllegalArgumentException if threads is out of its range
     */
    public static SharedPool of(int threads) {
        Check.atLeast(1, "threads", threads, "a pool without threads rejects every call");
        if (threads > MOST_THREADS) {
            throw new IllegalArgumentException("threads must be at most " + MOST_THREADS + ", was " + threads
                    + ": divide threads and loads by the same number, which errs on the safe side");
        }
        return new SharedPool(threads, Map.of());
    }

    /**
     * Returns this pool with one more dependency behind no wall.
     *
     * @param name of the dependency
     * @param load what its calls offer
     * @return a new pool
     * @throws IllegalArgumentException if the name is blank or there already
     */
    public SharedPool withDependency(String name, Load load) {
        return withDependency(name, load, threads);
    }

    /**
     * Returns this pool with one more dependency behind a wall.
     *
     * @param name of the dependency
     * @param load what its calls offer
     * @param permits {@code cᵢ}, at least 1; as many as there are threads, or more, are no wall
     * @return a new pool
     * @throws IllegalArgumentException if the name is blank or there already, or permits is below 1
     */
    public SharedPool withDependency(String name, Load load, int permits) {
        Objects.requireNonNull(name, "name must not be null: it tells the dependencies apart");
        if (name.isBlank() || shares.containsKey(name)) {
            throw new IllegalArgumentException(
                    "name must not be blank or given twice, was \"" + name + "\": name each dependency once");
        }
        Check.permits(permits);
        var more = new LinkedHashMap<>(shares);
        more.put(name, new Share(load.erlangs(), Math.min(permits, threads)));
        return new SharedPool(threads, more);
    }

    /**
     * Computes the steady state.
     *
     * @return shares of rejected calls, and how many threads are busy
     * @throws IllegalArgumentException if no dependency was added
     */
    public Occupancy solve() {
        if (shares.isEmpty()) {
            throw new IllegalArgumentException("a pool of " + threads
                    + " threads without dependencies has nothing to reject: add them by withDependency");
        }
        List<Share> all = List.copyOf(shares.values());
        double tilt = Tilt.of(
                threads,
                all.stream().mapToDouble(Share::erlangs).toArray(),
                all.stream().mapToInt(Share::limit).toArray());
        List<double[]> weights = all.stream()
                .map(share -> Convolution.weights(share.erlangs() * tilt, share.limit()))
                .toList();
        List<double[]> before = new ArrayList<>();
        double[] sum = Convolution.EMPTY;
        for (double[] each : weights) {
            before.add(sum);
            sum = Convolution.of(sum, each, threads);
        }
        double[] busy = Tilt.undo(sum, tilt, threads);
        double total = Convolution.sum(busy);
        double full = Convolution.at(busy, threads) / total;
        var rejections = new LinkedHashMap<String, Double>();
        List<String> names = List.copyOf(shares.keySet());
        double[] after = Convolution.EMPTY;
        double[] atLimit = new double[all.size()];
        for (int i = all.size() - 1; i >= 0; i--) {
            atLimit[i] = atLimit(all.get(i).limit(), weights.get(i), before.get(i), after, tilt) / total;
            after = Convolution.of(after, weights.get(i), threads);
        }
        for (int i = 0; i < atLimit.length; i++) {
            rejections.put(names.get(i), full + atLimit[i]);
        }
        return new Occupancy(full, Convolution.over(busy, total, threads), rejections);
    }

    /** The weight of the states in which one dependency is at its limit while the pool has a thread left. */
    private double atLimit(int limit, double[] weights, double[] before, double[] after, double tilt) {
        int left = threads - 1 - limit;
        if (left < 0) {
            return 0;
        }
        double[] others = Convolution.of(before, after, left);
        double sum = 0;
        for (int m = 0; m < others.length; m++) {
            sum += others[m] * Math.pow(tilt, threads - limit - m);
        }
        return Convolution.at(weights, limit) * sum;
    }

    /**
     * The steady state of a shared pool.
     *
     * @param full the probability that every thread is taken: what calls behind no wall are rejected with
     * @param busy the probability that so many threads are taken, from 0 to all of them; they sum to 1
     * @param rejections the share of calls that is rejected, by wall or pool, for each dependency
     */
    public record Occupancy(double full, List<Double> busy, Map<String, Double> rejections) {
        /** Keeps copies that cannot be changed. */
        public Occupancy {
            busy = List.copyOf(busy);
            rejections = Collections.unmodifiableMap(new LinkedHashMap<>(rejections));
        }

        /**
         * The share of a dependency's calls that is rejected, by its wall or by the pool.
         *
         * @param name of the dependency
         * @return from 0 to 1
         * @throws IllegalArgumentException if there is no such dependency
         */
        public double rejection(String name) {
            Double rejection = rejections.get(name);
            if (rejection == null) {
                throw new IllegalArgumentException(
                        "no dependency \"" + name + "\"; there are " + String.join(", ", rejections.keySet()));
            }
            return rejection;
        }

        /**
         * The mean number of threads that are taken.
         *
         * @return from 0 to all of them
         */
        public double meanBusy() {
            double mean = 0;
            for (int n = 0; n < busy.size(); n++) {
                mean += n * busy.get(n);
            }
            return mean;
        }
    }
}
