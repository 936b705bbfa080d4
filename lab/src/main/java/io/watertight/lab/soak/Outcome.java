// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import io.watertight.CallRejectedException;
import io.watertight.ResilientException;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.BulkheadClosedException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How a call ended. */
enum Outcome {
    /** With the operation's value. */
    RETURNED,
    /** With what the operation threw. */
    FAILED,
    /** Turned away. */
    REJECTED,
    /** At the limit of a policy, or of {@code orTimeout}. */
    TIMED_OUT,
    /** Cancelled or completed by its caller. */
    CANCELLED,
    /** Its caller, or its operation, was interrupted. */
    INTERRUPTED,
    /** Its thread pool was closed. */
    CLOSED,
    /** In a way that no policy has to offer. */
    UNEXPECTED;

    /** The outcome of a call that failed so. */
    static Outcome of(Throwable failure) {
        return switch (failure) {
            case Faults.Chosen chosen -> FAILED;
            case BulkheadClosedException closed -> CLOSED;
            case CallRejectedException rejected -> REJECTED;
            case TimeoutExceededException exceeded -> TIMED_OUT;
            case TimeoutException exceeded -> TIMED_OUT;
            case CancellationException cancelled -> CANCELLED;
            case InterruptedException interrupted -> INTERRUPTED;
            case ResilientException r when r.getCause() instanceof InterruptedException -> INTERRUPTED;
            case ResilientException r when r.getCause() == null -> CLOSED;
            default -> UNEXPECTED;
        };
    }

    /** Without the wrappers of dependent stages. */
    static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
        Throwable bare = failure;
        while (bare instanceof CompletionException && bare.getCause() != null) {
            bare = bare.getCause();
        }
        return bare;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
