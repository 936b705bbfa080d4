// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Two threads want the last permit at once: check and take are one step. */
@JCStressTest
@Outcome(
        id = {"true, false, exact", "false, true, exact"},
        expect = ACCEPTABLE,
        desc = "One got it, the other was rejected.")
@Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "Both got it: more than the limit is active.")
@Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "Neither got it: rejected while a permit was free.")
@Outcome(expect = FORBIDDEN, desc = "The permit was lost or doubled.")
@State
public class TwoForOnePermit {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(1);
    private Optional<Permit> first = Optional.empty();
    private Optional<Permit> second = Optional.empty();

    @Actor
    public void first(ZZL_Result r) {
        first = bulkhead.tryAcquire();
        r.r1 = first.isPresent();
    }

    @Actor
    public void second(ZZL_Result r) {
        second = bulkhead.tryAcquire();
        r.r2 = second.isPresent();
    }

    @Arbiter
    public void count(ZZL_Result r) {
        first.ifPresent(Permit::close);
        second.ifPresent(Permit::close);
        r.r3 = Race.aftermath(bulkhead);
    }
}
