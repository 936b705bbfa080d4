// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.watertight.timer.Interruption;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * Work under a timeout finishes while the timeout fires: one of the two is first, both agree which, and no interrupt of
 * ours is left for what the thread does next. Half of the time the thread was interrupted by somebody else before, and
 * that interrupt stays.
 */
@JCStressTest
@Outcome(
        id = "finished, (late|too early), as before",
        expect = ACCEPTABLE,
        desc = "The work finished first and was never interrupted.")
@Outcome(id = "interrupted, fired, as before", expect = ACCEPTABLE, desc = "The timeout fired first, and cleaned up.")
@Outcome(expect = FORBIDDEN, desc = "The two disagree, our interrupt escaped, or a foreign one was lost.")
@State
public class FinishAgainstFire {
    private final boolean foreign = Race.toss();
    private volatile @Nullable Interruption interruption;

    @Actor
    public void work(LLL_Result r) {
        if (foreign) {
            Thread.currentThread().interrupt();
        }
        var mine = new Interruption(Thread.currentThread());
        interruption = mine;
        Thread.onSpinWait();
        r.r1 = mine.finish(false) ? "interrupted" : "finished";
        r.r3 = Thread.interrupted() == foreign ? "as before" : "changed";
    }

    @Actor
    public void timer(LLL_Result r) {
        Interruption theirs = interruption;
        for (int i = 0; i < 100 && theirs == null; i++) {
            Thread.onSpinWait();
            theirs = interruption;
        }
        r.r2 = theirs == null ? "too early" : theirs.fire() ? "fired" : "late";
    }
}
