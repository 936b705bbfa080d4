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

/** A permit is released while the first of two waiters is cancelled: the second gets it, whoever wins. */
@JCStressTest
@Outcome(id = "served, exact", expect = ACCEPTABLE, desc = "The second waiter ran.")
@Outcome(expect = FORBIDDEN, desc = "The wake-up went to the cancelled waiter and was not passed on.")
@State
public class ReleaseAgainstCancelOfTheHead {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1).withMaxWait(Race.FOREVER);
    private final Permit held = bulkhead.acquire();
    private final CompletableFuture<?> head = Race.ready(bulkhead);
    private final CompletableFuture<?> second = Race.ready(bulkhead);

    @Actor
    public void cancel() {
        head.cancel(true);
    }

    @Actor
    public void release() {
        held.close();
    }

    @Arbiter
    public void count(LL_Result r) {
        r.r1 = Race.within(Race.PATIENT, second::isDone) ? "served" : "asleep";
        r.r2 = Race.aftermath(bulkhead);
    }
}
