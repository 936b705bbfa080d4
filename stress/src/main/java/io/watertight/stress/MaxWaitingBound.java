// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Two callers enter at once where one of two places to wait is left: one enters, the other is rejected at once. */
@JCStressTest
@Outcome(
        id = {"true, false, exact", "false, true, exact"},
        expect = ACCEPTABLE,
        desc = "One took the last place and ran later, the other was rejected.")
@Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "More calls wait than max waiting allows.")
@Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "Both were rejected beside a free place.")
@Outcome(expect = FORBIDDEN, desc = "A place or a permit was lost.")
@State
public class MaxWaitingBound {
    private final Bulkhead bulkhead =
            Race.eitherFairOrNot(1).withMaxWait(Race.FOREVER).withMaxWaiting(2);
    private final Permit held = bulkhead.acquire();
    private final CompletableFuture<?> there = Race.ready(bulkhead);

    @Actor
    public void first(ZZL_Result r) {
        r.r1 = !Race.ready(bulkhead).isDone();
    }

    @Actor
    public void second(ZZL_Result r) {
        r.r2 = !Race.ready(bulkhead).isDone();
    }

    @Arbiter
    public void count(ZZL_Result r) {
        int waiting = bulkhead.waitingCalls();
        held.close();
        String aftermath = Race.aftermath(bulkhead);
        boolean served = Race.within(Race.PATIENT, there::isDone);
        r.r3 = waiting == 2 && served ? aftermath : waiting + " waited, first served: " + served;
    }
}
