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

/**
 * A permit is released while the one asynchronous call that waits for it is cancelled, and whoever released asks again
 * at once: a cancelled waiter is never in the way. This is what the bulkhead has a queue of its own for.
 */
@JCStressTest
@Outcome(
        id = "cancelled first, permitted, exact",
        expect = ACCEPTABLE,
        desc = "Cancelled while it waited: it never ran, and the permit was there for the next.")
@Outcome(
        id = "cancelled between, permitted( after it ran)?, exact",
        expect = ACCEPTABLE,
        desc = "Cancelled between release and the next attempt: out of the way, or it had run already.")
@Outcome(
        id = "cancelled between, rejected for it ran, exact",
        expect = ACCEPTABLE,
        desc = "The waiter had been granted the permit before it was cancelled, and was running.")
@Outcome(
        id = "cancelled late, permitted( after it ran)?, exact",
        expect = ACCEPTABLE,
        desc = "Not seen to be cancelled yet, and the permit was free.")
@Outcome(
        id = "cancelled late, rejected( for it ran| for it was first in a fair queue), exact",
        expect = ACCEPTABLE,
        desc = "Not seen to be cancelled yet: the permit was the waiter's, or reserved for it by fairness.")
@Outcome(id = "cancelled first, .* ran, .*", expect = FORBIDDEN, desc = "Ran although cancelled while it waited.")
@Outcome(id = ".*, rejected, .*", expect = FORBIDDEN, desc = "Rejected on behalf of a cancelled call that never ran.")
@Outcome(expect = FORBIDDEN, desc = "The permit was lost or doubled.")
@State
public class ReleaseAgainstCancel {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1).withMaxWait(Race.FOREVER);
    private final Permit held = bulkhead.acquire();
    private volatile boolean ran;
    private final CompletableFuture<String> waiter = Race.ready(bulkhead, () -> ran = true);
    private volatile boolean cancelled;
    private boolean permitted;

    @Actor
    public void cancel() {
        waiter.cancel(true);
        cancelled = true;
    }

    @Actor
    public void releaseAndAskAgain(LLL_Result r) {
        boolean first = cancelled;
        held.close();
        boolean between = cancelled;
        var permit = bulkhead.tryAcquire();
        permitted = permit.isPresent();
        permit.ifPresent(Permit::close);
        if (first) {
            r.r1 = "cancelled first";
        } else {
            r.r1 = between ? "cancelled between" : "cancelled late";
        }
    }

    @Arbiter
    public void count(LLL_Result r) {
        r.r3 = Race.aftermath(bulkhead);
        if (permitted) {
            r.r2 = ran ? "permitted after it ran" : "permitted";
        } else if (ran) {
            r.r2 = "rejected for it ran";
        } else {
            boolean reserved = bulkhead.name().equals("fair") && "cancelled late".equals(r.r1);
            r.r2 = reserved ? "rejected for it was first in a fair queue" : "rejected";
        }
    }
}
