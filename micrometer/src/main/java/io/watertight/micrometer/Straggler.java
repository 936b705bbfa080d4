// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** An operation that ended long after its caller had gone. */
@Name("io.watertight.Straggler")
@Label("Straggler")
@Category("Watertight")
@Description("An operation ran on after its timeout, without its caller, and has ended at last")
final class Straggler extends Event {
    @Label("Policy")
    String policy;

    @Label("Kind")
    String kind;

    @Label("Ran")
    @Timespan(Timespan.NANOSECONDS)
    long ran;

    Straggler(String policy, String kind, long ran) {
        this.policy = policy;
        this.kind = kind;
        this.ran = ran;
    }
}
