// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A call that got its permit only after a wait. */
@Name("io.watertight.PermitWait")
@Label("Permit Wait")
@Category("Watertight")
@Description("A call waited for its permit, or in a queue, for longer than the threshold")
final class PermitWait extends Event {
    @Label("Policy")
    String policy;

    @Label("Kind")
    String kind;

    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    PermitWait(String policy, String kind, long waited) {
        this.policy = policy;
        this.kind = kind;
        this.waited = waited;
    }
}
