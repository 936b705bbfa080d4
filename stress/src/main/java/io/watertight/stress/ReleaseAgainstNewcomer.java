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
import org.openjdk.jcstress.infra.results.ZL_Result;

/** A permit is released while a newcomer asks for it once. */
@JCStressTest
@Outcome(id = "true, exact", expect = ACCEPTABLE, desc = "The release came first: the newcomer was permitted.")
@Outcome(id = "false, exact", expect = ACCEPTABLE, desc = "The newcomer came first and was rejected.")
@Outcome(expect = FORBIDDEN, desc = "The permit was lost or doubled.")
@State
public class ReleaseAgainstNewcomer {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1);
    private final Permit held = bulkhead.acquire();

    @Actor
    public void release() {
        held.close();
    }

    @Actor
    public void newcomer(ZL_Result r) {
        var permit = bulkhead.tryAcquire();
        r.r1 = permit.isPresent();
        permit.ifPresent(Permit::close);
    }

    @Arbiter
    public void count(ZL_Result r) {
        r.r2 = Race.aftermath(bulkhead);
    }
}
