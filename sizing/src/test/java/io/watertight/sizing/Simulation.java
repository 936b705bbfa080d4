// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A million calls at a bulkhead, one after another, in virtual time; permits are granted first come, first served. The time
 * unit is the mean holding time, and the seed fixes every call.
 */
final class Simulation {
    private static final int CALLS = 1_000_000;
    private static final int WARM_UP = 20_000;
    private static final int BATCHES = 50;

    /** How long a call holds its permit; all have a mean of 1. */
    enum Holding {
        EXPONENTIAL {
            @Override
            double draw(SplittableRandom random) {
                return exponential(random);
            }
        },
        CONSTANT {
            @Override
            double draw(SplittableRandom random) {
                return 1;
            }
        },
        /** A p99 of 7 times the median. */
        LOGNORMAL {
            private static final double SIGMA = 0.84;

            @Override
            double draw(SplittableRandom random) {
                return Math.exp(SIGMA * random.nextGaussian() - SIGMA * SIGMA / 2);
            }
        };

        abstract double draw(SplittableRandom random);
    }

    /**
     * A share, measured in batches that are long enough to be independent of each other.
     *
     * @param share the mean of the batches
     * @param standardError of that mean, by the variance between the batches
     */
    record Measured(double share, double standardError) {
        /** Five standard errors: with 49 degrees of freedom, chance does that in 1 of 100,000 cases. */
        void agreesWith(double predicted) {
            assertThat(deviation(predicted)).as(this + " against " + predicted).isLessThan(5);
        }

        void differsFrom(double predicted) {
            assertThat(deviation(predicted)).as(this + " against " + predicted).isGreaterThan(10);
        }

        private double deviation(double predicted) {
            return Math.abs(share - predicted) / standardError;
        }
    }

    private final int permits;
    private final Holding holding;
    private double maxWait;
    private int queue = Integer.MAX_VALUE;
    private int batch = 1;
    private int retries;

    Simulation(int permits, Holding holding) {
        this.permits = permits;
        this.holding = holding;
    }

    /** In mean holding times. */
    Simulation maxWait(double value) {
        maxWait = value;
        return this;
    }

    /** So many places, and no other bound to the wait. */
    Simulation queue(int places) {
        maxWait = Double.POSITIVE_INFINITY;
        queue = places;
        return this;
    }

    /** So many calls arrive at the same time. */
    Simulation batch(int calls) {
        batch = calls;
        return this;
    }

    /** A rejected call tries again so often, each time after some twenty holding times. */
    Simulation retries(int value) {
        retries = value;
        return this;
    }

    /** The share of rejected attempts. */
    Measured rejections(double load, long seed) {
        var run = new Run(load, seed);
        double[] shares = new double[BATCHES];
        for (int i = 0; i < WARM_UP; i++) {
            run.isRejected();
        }
        for (int b = 0; b < BATCHES; b++) {
            int rejected = 0;
            for (int i = 0; i < CALLS / BATCHES; i++) {
                rejected += run.isRejected() ? 1 : 0;
            }
            shares[b] = rejected / (double) (CALLS / BATCHES);
        }
        return measured(shares);
    }

    private static Measured measured(double[] shares) {
        double mean = 0;
        double squares = 0;
        for (double share : shares) {
            mean += share / shares.length;
        }
        for (double share : shares) {
            squares += (share - mean) * (share - mean);
        }
        return new Measured(mean, Math.sqrt(squares / (shares.length - 1) / shares.length));
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log1p(-random.nextDouble());
    }

    private record Attempt(double at, int number) implements Comparable<Attempt> {
        @Override
        public int compareTo(Attempt other) {
            return Double.compare(at, other.at);
        }
    }

    private final class Run {
        private final SplittableRandom random;
        private final double load;
        /** When each permit is free again, all callers that wait for it served. */
        private final PriorityQueue<Double> free = new PriorityQueue<>();
        /** When those who wait get their permits. */
        private final ArrayDeque<Double> starts = new ArrayDeque<>();

        private final PriorityQueue<Attempt> again = new PriorityQueue<>();
        private double nextArrival;
        private int leftOfBatch;

        Run(double load, long seed) {
            this.load = load;
            this.random = new SplittableRandom(seed);
            for (int i = 0; i < permits; i++) {
                free.add(0.0);
            }
            nextBatch();
        }

        private void nextBatch() {
            nextArrival += exponential(random) * batch / load;
            leftOfBatch = batch;
        }

        /** The next attempt of all, first or later. */
        private Attempt next() {
            Attempt late = again.peek();
            if (late != null && late.at() < nextArrival) {
                again.remove();
                return late;
            }
            var first = new Attempt(nextArrival, 0);
            if (--leftOfBatch == 0) {
                nextBatch();
            }
            return first;
        }

        boolean isRejected() {
            Attempt attempt = next();
            double now = attempt.at();
            while (!starts.isEmpty() && starts.peek() <= now) {
                starts.remove();
            }
            double start = Math.max(now, free.element());
            if (start - now > maxWait || (start > now && starts.size() >= queue)) {
                if (attempt.number() < retries) {
                    again.add(new Attempt(now + 20 * exponential(random), attempt.number() + 1));
                }
                return true;
            }
            free.remove();
            free.add(start + holding.draw(random));
            if (start > now) {
                starts.add(start);
            }
            return false;
        }
    }
}
