// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.Scenario.Phase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts of all and of some, apart for each phase of a variant; what lies outside all phases is not counted. */
final class PhaseCounts {
    private final List<Phase> phases;
    private final AtomicLongArray all;
    private final AtomicLongArray some;

    PhaseCounts(List<Phase> phases) {
        this.phases = phases;
        this.all = new AtomicLongArray(phases.size());
        this.some = new AtomicLongArray(phases.size());
    }

    /** Counts one, by its time since the start of the variant. */
    void add(Duration elapsed) {
        add(elapsed, all);
    }

    /** Counts one of those already counted as one of some. */
    void addToSome(Duration elapsed) {
        add(elapsed, some);
    }

    private void add(Duration elapsed, AtomicLongArray counts) {
        for (int i = 0; i < phases.size(); i++) {
            if (phases.get(i).has(elapsed)) {
                counts.incrementAndGet(i);
            }
        }
    }

    long all(int phase) {
        return all.get(phase);
    }

    long some(int phase) {
        return some.get(phase);
    }
}
