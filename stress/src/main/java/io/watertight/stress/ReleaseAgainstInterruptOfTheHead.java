// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A permit is released while the first of two waiters is interrupted: the second gets it, whoever wins. */
@JCStressTest
@Outcome(
        id = "(permitted|interrupted), served, exact",
        expect = ACCEPTABLE,
        desc = "The first waiter got the permit and gave it back, or left; the second ran.")
@Outcome(
        expect = FORBIDDEN,
        desc = "The wake-up went to the interrupted waiter and was not passed on, or a permit is lost.")
@State
public class ReleaseAgainstInterruptOfTheHead {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1).withMaxWait(Race.FOREVER);
    private final Permit held = bulkhead.acquire();
    private final boolean interruptFirst = Race.toss();
    private volatile @Nullable Thread head;
    private volatile boolean interrupted;
    private volatile @Nullable CompletableFuture<?> second;

    @Actor
    public void head(LLL_Result r) {
        head = Thread.currentThread();
        r.r1 = Race.callOnce(bulkhead);
        while (!interrupted) {
            Thread.onSpinWait();
        }
        boolean restored = Thread.interrupted();
        if (!restored) {
            r.r1 = "interrupt lost";
        }
    }

    @Actor
    public void releaseAndInterrupt() {
        while (bulkhead.waitingCalls() == 0) {
            Thread.onSpinWait();
        }
        second = Race.ready(bulkhead);
        if (!interruptFirst) {
            held.close();
        }
        Thread target = head;
        if (target != null) {
            target.interrupt();
        }
        interrupted = true;
        held.close();
    }

    @Arbiter
    public void count(LLL_Result r) {
        CompletableFuture<?> waiter = second;
        r.r2 = waiter != null && Race.within(Race.PATIENT, waiter::isDone) ? "served" : "asleep";
        r.r3 = Race.aftermath(bulkhead);
    }
}
