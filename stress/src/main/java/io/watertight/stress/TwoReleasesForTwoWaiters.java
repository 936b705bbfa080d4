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

/** Two permits are released at once to two sleeping waiters: one wake-up for both would leave one asleep. */
@JCStressTest
@Outcome(id = "both, exact", expect = ACCEPTABLE, desc = "Both waiters ran.")
@Outcome(expect = FORBIDDEN, desc = "A waiter sleeps on beside a free permit, or a permit was lost or doubled.")
@State
public class TwoReleasesForTwoWaiters {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(2).withMaxWait(Race.FOREVER);
    private final Permit first = bulkhead.acquire();
    private final Permit second = bulkhead.acquire();
    private final CompletableFuture<?> one = Race.ready(bulkhead);
    private final CompletableFuture<?> other = Race.ready(bulkhead);

    @Actor
    public void first() {
        first.close();
    }

    @Actor
    public void second() {
        second.close();
    }

    @Arbiter
    public void count(LL_Result r) {
        r.r1 = Race.within(Race.PATIENT, () -> one.isDone() && other.isDone()) ? "both" : "not both";
        r.r2 = Race.aftermath(bulkhead);
    }
}
