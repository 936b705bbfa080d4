// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A call that was never started. */
@Name("io.watertight.RejectedCall")
@Label("Rejected Call")
@Category("Watertight")
@Description("A bulkhead or circuit breaker did not let a call start")
final class RejectedCall extends Event {
    @Label("Policy")
    String policy;

    @Label("Kind")
    String kind;

    @Label("Reason")
    String reason;

    @Label("Waited")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    RejectedCall(String policy, String kind, String reason, long waited) {
        this.policy = policy;
        this.kind = kind;
        this.reason = reason;
        this.waited = waited;
    }
}
