// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.CallRejectedException;
import io.watertight.ResilientException;
import io.watertight.listener.FaultLog;
import java.util.function.Predicate;

/** Decides what an exception says of the dependency: nothing, or whatever the user's predicate makes of it. */
final class FailureCheck {
    private final String name;
    private final Predicate<? super Throwable> predicate;
    private final FaultLog log = new FaultLog();

    FailureCheck(String name, Predicate<? super Throwable> predicate) {
        this.name = name;
        this.predicate = predicate;
    }

    /** A rejection further inside never reached the dependency, and an interruption is the caller's own wish. */
    static boolean saysNothing(Throwable failure) {
        return failure instanceof CallRejectedException
                || failure instanceof InterruptedException
                || (failure instanceof ResilientException && failure.getCause() instanceof InterruptedException);
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
