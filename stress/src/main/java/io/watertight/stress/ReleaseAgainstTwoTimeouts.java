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
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A permit is released while the max wait of two waiters runs out, one blocking, the other asynchronous. */
@JCStressTest
@Outcome(
        id = "(permitted|rejected), (permitted|rejected), exact",
        expect = ACCEPTABLE,
        desc = "Each waiter got the permit and gave it back, or left without one.")
@Outcome(
        expect = FORBIDDEN,
        desc = "The permit went to a waiter that had left, or was doubled, or a waiter still queues.")
@State
public class ReleaseAgainstTwoTimeouts {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1).withMaxWait(Race.TINY);
    private final Permit held = bulkhead.acquire();
    private CompletableFuture<String> asynchronous = new CompletableFuture<>();

    @Actor
    public void enterAndRelease() {
        asynchronous = Race.ready(bulkhead);
        held.close();
    }

    @Actor
    public void waiter(LLL_Result r) {
        r.r1 = Race.callOnce(bulkhead);
    }

    @Arbiter
    public void count(LLL_Result r) {
        r.r2 = Race.outcome(asynchronous);
        r.r3 = Race.aftermath(bulkhead);
    }
}
