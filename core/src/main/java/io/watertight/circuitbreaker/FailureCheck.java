// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import io.watertight.CallRejectedException;
import io.watertight.ResilientException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Decides what an exception says of the dependency: nothing, or whatever the user's predicate makes of it. */
final class FailureCheck {
    private static final long LOG_INTERVAL = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final Predicate<? super Throwable> predicate;
    private final AtomicLong logAgainAt = new AtomicLong(System.nanoTime());

    FailureCheck(String name, Predicate<? super Throwable> predicate) {
        this.name = name;
        this.predicate = predicate;
    }

    /** The operation's own exception, without what a chain of stages has put around it. */
    static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
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
            report(fault);
            return true;
        }
    }

    private void report(Throwable fault) {
        long now = System.nanoTime();
        long due = logAgainAt.get();
        if (now - due >= 0 && logAgainAt.compareAndSet(due, now + LOG_INTERVAL)) {
            System.getLogger("io.watertight")
                    .log(
                            System.Logger.Level.WARNING,
                            "The failure predicate of circuit breaker '" + name
                                    + "' failed, so the exception it was asked about counts as a failure: "
                                    + predicate.getClass().getName(),
                            fault);
        }
    }
}
