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
import org.openjdk.jcstress.infra.results.L_Result;

/** A permit is closed by three threads at once, one of them virtual: it comes back once. */
@JCStressTest
@Outcome(id = "exact", expect = ACCEPTABLE, desc = "The permit came back once: exactly the limit can be acquired.")
@Outcome(expect = FORBIDDEN, desc = "The permit came back more than once, or never.")
@State
public class PermitClosedByThree {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(2);
    private final Permit permit = bulkhead.acquire();
    private final Thread third = Thread.ofVirtual().unstarted(permit::close);

    @Actor
    public void first() {
        third.start();
        permit.close();
    }

    @Actor
    public void second() {
        permit.close();
    }

    @Arbiter
    public void count(L_Result r) {
        Race.within(Race.PATIENT, () -> !third.isAlive());
        r.r1 = Race.aftermath(bulkhead);
    }
}
