// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.CallRejectedException;
import io.watertight.ResilientException;
import io.watertight.listener.FaultLog;
import java.util.function.Predicate;

/** Decides what an exception says of the dependency: nothing, or whatever the user's predicate makes of it. */
final class FailureCheck {
    private static final int MAX_CAUSES = 16; // causes may go round in a circle

    private final String name;
    private final Predicate<? super Throwable> predicate;
    private final FaultLog log = new FaultLog();

    FailureCheck(String name, Predicate<? super Throwable> predicate) {
        this.name = name;
        this.predicate = predicate;
    }

    /**
     * A rejection further inside never reached the dependency, and an interruption is the caller's own wish; also where
     * an API has wrapped them in an exception of its own, as JDBC must.
     */
    static boolean saysNothing(Throwable failure) {
        Throwable one = failure;
        for (int depth = 0; one != null && depth < MAX_CAUSES; depth++) {
            if (one instanceof CallRejectedException
                    || (one instanceof ResilientException && one.getCause() instanceof InterruptedException)) {
                return true;
            }
            one = one.getCause();
        }
        return failure instanceof InterruptedException;
    }

    /** A predicate that fails knows of no excuse: the exception counts, and the call ends as it would have. */
    boolean isFailure(Throwable failure) {
        try {
            return predicate.test(failure);
        } catch (Throwable fault) {
            log.report(
                    "The failure predicate of circuit breaker '" + name
                            + "' failed, so the exception it was asked about counts as a failure",
                    predicate,
                    fault);
            return true;
        }
    }
}
