// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

/** How much time a run takes, and with it what its figures are worth. */
enum Effort {
    /** Everything once in this JVM: proves that it runs and measures nothing. */
    SMOKE(1, 1, 0, 0, 1, 1),
    /** About a minute: one short fork each, good enough to see a figure that is off by a factor. */
    QUICK(1, 1, 1, 10, 10, 10),
    /** Below ten minutes on two processors. */
    FULL(5, 2, 1, 30, 25, 10);

    private final int rounds;
    private final int otherRounds;
    /** JVMs for each round: 0 stands for this one. */
    final int forks;

    private final int warmups;
    private final int iterations;
    private final int otherIterations;

    Effort(int rounds, int otherRounds, int forks, int warmups, int iterations, int otherIterations) {
        this.rounds = rounds;
        this.otherRounds = otherRounds;
        this.forks = forks;
        this.warmups = warmups;
        this.iterations = iterations;
        this.otherIterations = otherIterations;
    }

    /** Returns how often the variant is measured, each time in a JVM of its own. */
    int rounds(Scenario scenario, Variant variant) {
        return scenario.matters(variant) ? rounds : otherRounds;
    }

    int warmups(Scenario scenario) {
        return warmups / scenario.haste();
    }

    int iterations(Scenario scenario, Variant variant) {
        return Math.max(1, (scenario.matters(variant) ? iterations : otherIterations) / scenario.haste());
    }
}
