// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import java.time.Duration;

/**
 * A bulkhead whose callers wait up to a maximum for a permit: M/M/c with deterministic patience (M/M/c+D).
 *
 * <p>With {@code x = (cμ − λ)τ} and {@code g = (1 − e^(−x))/(cμ − λ)} (its limit {@code τ} where {@code cμ = λ}), a call arrives
 * when exactly {@code c − 1} permits are taken with probability {@code p = 1/(1/B(c−1) + λg + λe^(−x)/(cμ))}, and is rejected
 * with probability {@code λp·e^(−x)/(cμ)}.
 *
 * <p><b>Limits.</b> {@code τ = 0} is {@link ErlangB}. For {@code τ → ∞} below saturation ({@code ρ < 1}) rejections go to 0 and
 * the share that waits to {@link ErlangC}; at {@code ρ ≥ 1} rejections go to {@code 1 − 1/ρ}, what no wait can serve.
 *
 * <p><b>Assumes</b> Poisson arrivals and exponential holding times: once callers wait, the shape of the holding time
 * matters. Constant times are rejected less often, heavy tails more often. And it assumes first come, first served ({@code
 * withFair(true)}), and any number of waiting callers ({@code withMaxWaiting} unset).
 *
 * <p>Checked against simulation for {@code ρ} from 0.8 to 1.5, and against its limits and {@link BoundedQueue} for {@code ρ} from
 * 0.1 to 1e300 and any wait. Stable for all of them: no term cancels another, and e^(−x) never overflows.
 *
 * <p>Source: F. Baccelli and G. Hebuterne, <i>On Queues with Impatient Customers</i>, Performance '81 (1981).
 */
public final class BoundedWait {
    private BoundedWait() {}

    /**
     * The share of calls that are rejected after having waited in vain.
     *
     * @param load what is offered
     * @param permits {@code c}, at least 1
     * @param maxWait {@code τ}, how long a caller waits; zero for none
     * @return from 0 to 1
     * @throws IllegalArgumentException if permits is below 1 or the wait is negative
     */
    public static double rejection(Load load, int permits, Duration maxWait) {
        return new Model(load, permits, maxWait).rejection();
    }

    /**
     * The share of calls that find every permit taken: they wait, whether in vain or not.
     *
     * @param load what is offered
     * @param permits {@code c}, at least 1
     * @param maxWait {@code τ}, how long a caller waits; zero for none
     * @return from 0 to 1; with no wait, those that are rejected
     * @throws IllegalArgumentException if permits is below 1 or the wait is negative
     */
    public static double waiting(Load load, int permits, Duration maxWait) {
        return new Model(load, permits, maxWait).waiting();
    }

    /**
     * The smallest number of permits that rejects no more than a share of the calls.
     *
     * @param load what is offered
     * @param maxWait {@code τ}, how long a caller waits; zero for none
     * @param target that share, above 0 and below 1
     * @return permits, at least 1
     * @throws IllegalArgumentException if an argument is out of its range or no {@code int} of permits would do
     */
    public static int permits(Load load, Duration maxWait, double target) {
        return Smallest.permits(target, permits -> rejection(load, permits, maxWait));
    }

    /**
     * The three terms of 1/p, all divided by e^(−x) where x &lt; 0, so that each is finite.
     *
     * @param free a permit is free: 1/B(c−1)
     * @param served all taken, and a caller would get a permit in time: λg
     * @param late all taken, and it would not: λe^(−x)/(cμ)
     */
    private record Model(double free, double served, double late) {
        Model(Load load, int permits, Duration maxWait) {
            this(terms(load, permits, maxWait));
        }

        private Model(double[] terms) {
            this(terms[0], terms[1], terms[2]);
        }

        private static double[] terms(Load load, int permits, Duration maxWait) {
            Check.permits(permits);
            Check.notNegative("maxWait", maxWait, "use Duration.ZERO to fail fast");
            double a = load.erlangs();
            double wait = Seconds.of(maxWait) / Seconds.of(load.meanHeld());
            double x = (permits - a) * wait;
            double inverse = InverseErlangB.of(permits - 1, a);
            double busy = a / permits;
            double free = permits - a;
            // λg = a(1 − e^(−x))/(c − a)
            return x >= 0
                    ? new double[] {inverse, x == 0 ? a * wait : a * (-Math.expm1(-x) / free), busy * Math.exp(-x)}
                    : new double[] {inverse * Math.exp(x), a * (Math.expm1(x) / free), busy};
        }

        double rejection() {
            return late / (free + served + late);
        }

        double waiting() {
            return (served + late) / (free + served + late);
        }
    }
}
