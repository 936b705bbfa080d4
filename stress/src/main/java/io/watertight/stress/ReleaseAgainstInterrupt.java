// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LZL_Result;

/** A permit is released while its waiter is interrupted. Neither permit nor interrupt gets lost. */
@JCStressTest
@Outcome(
        id = "permitted, true, exact",
        expect = ACCEPTABLE,
        desc = "The waiter got the permit and gave it back; the interrupt, which came later or unseen, is still set.")
@Outcome(
        id = "interrupted, true, exact",
        expect = ACCEPTABLE,
        desc =
                "The waiter left with the InterruptedException as cause and the interrupt set again; the permit is free.")
@Outcome(id = ".*, false, .*", expect = FORBIDDEN, desc = "The interrupt is lost.")
@Outcome(expect = FORBIDDEN, desc = "The permit was lost or doubled.")
@State
public class ReleaseAgainstInterrupt {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1).withMaxWait(Race.PATIENT);
    private final Permit held = bulkhead.acquire();
    private final boolean interruptFirst = Race.toss();
    private volatile @Nullable Thread waiter;
    private volatile boolean interrupted;

    @Actor
    public void waiter(LZL_Result r) {
        waiter = Thread.currentThread();
        r.r1 = Race.callOnce(bulkhead);
        while (!interrupted) {
            Thread.onSpinWait();
        }
        r.r2 = Thread.interrupted();
    }

    @Actor
    public void releaseAndInterrupt() {
        Thread target = waiter;
        while (target == null) {
            Thread.onSpinWait();
            target = waiter;
        }
        if (!interruptFirst) {
            held.close();
        }
        target.interrupt();
        interrupted = true;
        held.close();
    }

    @Arbiter
    public void count(LZL_Result r) {
        r.r3 = Race.aftermath(bulkhead);
    }
}
