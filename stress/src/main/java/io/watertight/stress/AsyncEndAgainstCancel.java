// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.watertight.bulkhead.Bulkhead;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The stage of an active asynchronous call ends while the caller cancels the future: its permit comes back once. */
@JCStressTest
@Outcome(
        id = "(value|cancelled), exact",
        expect = ACCEPTABLE,
        desc = "The future has the stage's value or is cancelled; the permit came back once.")
@Outcome(id = "no outcome, .*", expect = FORBIDDEN, desc = "The future was left without an outcome.")
@Outcome(expect = FORBIDDEN, desc = "The permit came back twice, or never.")
@State
public class AsyncEndAgainstCancel {
    private final Bulkhead bulkhead = Race.eitherFairOrNot(2);
    private final CompletableFuture<String> stage = new CompletableFuture<>();
    private final CompletableFuture<String> future = bulkhead.callAsync(() -> stage);

    @Actor
    public void end() {
        stage.complete("value");
    }

    @Actor
    public void cancel() {
        future.cancel(true);
    }

    @Arbiter
    public void count(LL_Result r) {
        r.r1 = future.isCancelled() ? "cancelled" : future.getNow("no outcome");
        r.r2 = Race.aftermath(bulkhead);
    }
}
