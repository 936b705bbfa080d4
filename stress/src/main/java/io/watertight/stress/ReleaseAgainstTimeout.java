// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A permit is released while the max wait of the one waiter runs out. */
@JCStressTest
@Outcome(id = "permitted, exact", expect = ACCEPTABLE, desc = "The waiter got the permit and gave it back.")
@Outcome(id = "rejected, exact", expect = ACCEPTABLE, desc = "The wait was over first; the permit stayed free.")
@Outcome(
        expect = FORBIDDEN,
        desc = "The permit went to a waiter that had left, or was doubled, or the waiter still queues.")
@State
public class ReleaseAgainstTimeout {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1).withMaxWait(Race.TINY);
    private final Permit held = bulkhead.acquire();

    @Actor
    public void release() {
        held.close();
    }

    @Actor
    public void waiter(LL_Result r) {
        r.r1 = Race.callOnce(bulkhead);
    }

    @Arbiter
    public void count(LL_Result r) {
        r.r2 = Race.aftermath(bulkhead);
    }
}
