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
import org.openjdk.jcstress.infra.results.LL_Result;

/** A permit is released to a call that waits for it while a newcomer asks once: in a fair bulkhead the waiter is first. */
@JCStressTest
@Outcome(
        id = "rejected, exact",
        expect = ACCEPTABLE,
        desc = "The permit was still held, or the waiter had it or its turn.")
@Outcome(id = "after the waiter, exact", expect = ACCEPTABLE, desc = "The waiter had run and given the permit back.")
@Outcome(id = "barged, exact", expect = ACCEPTABLE, desc = "Not fair: the newcomer was quicker than the waiter.")
@Outcome(id = "overtook, .*", expect = FORBIDDEN, desc = "Fair, yet the newcomer got the permit before the waiter.")
@Outcome(expect = FORBIDDEN, desc = "The permit was lost or doubled, or the waiter was never woken.")
@State
public class ReleaseToWaiterAgainstNewcomer {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1).withMaxWait(Race.FOREVER);
    private final boolean fair = bulkhead.name().equals("fair");
    private final Permit held = bulkhead.acquire();
    private volatile boolean waiterRan;

    @SuppressWarnings("unused") // keeps its place in the queue
    private final CompletableFuture<String> waiter = Race.ready(bulkhead, () -> waiterRan = true);

    @Actor
    public void release() {
        held.close();
    }

    @Actor
    public void newcomer(LL_Result r) {
        var permit = bulkhead.tryAcquire();
        if (permit.isEmpty()) {
            r.r1 = "rejected";
        } else if (waiterRan) {
            r.r1 = "after the waiter";
        } else {
            r.r1 = fair ? "overtook" : "barged";
        }
        permit.ifPresent(Permit::close);
    }

    @Arbiter
    public void count(LL_Result r) {
        r.r2 = Race.aftermath(bulkhead);
    }
}
