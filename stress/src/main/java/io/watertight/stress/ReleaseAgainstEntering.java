// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A permit is released while a caller enters the queue and falls asleep: the wake-up is never lost. */
@JCStressTest
@Outcome(id = "permitted, exact", expect = ACCEPTABLE, desc = "The caller found the permit or was woken for it.")
@Outcome(
        id = "permitted at the deadline, exact",
        expect = FORBIDDEN,
        desc = "The wake-up was lost: the caller slept beside a free permit until its max wait was over.")
@Outcome(expect = FORBIDDEN, desc = "The permit was lost or doubled.")
@State
public class ReleaseAgainstEntering {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1).withMaxWait(Race.PATIENT);
    private final Permit held = bulkhead.acquire();
    private final int delay = ThreadLocalRandom.current().nextInt(20); // spins, between its entry and its sleep

    @Actor
    public void release() {
        while (bulkhead.waitingCalls() == 0) {
            Thread.onSpinWait();
        }
        for (int spins = delay; spins > 0; spins--) {
            Thread.onSpinWait();
        }
        held.close();
    }

    @Actor
    public void enter(LL_Result r) {
        long since = System.nanoTime();
        bulkhead.acquire().close();
        boolean inTime = System.nanoTime() - since < Race.PATIENT.toNanos();
        r.r1 = inTime ? "permitted" : "permitted at the deadline";
    }

    @Arbiter
    public void count(LL_Result r) {
        r.r2 = Race.aftermath(bulkhead);
    }
}
