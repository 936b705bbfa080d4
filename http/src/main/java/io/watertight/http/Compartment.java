// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.timeout.Timeout;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an exchange with one destination is held to: the permits, and how long it may last once it has one. */
record Compartment(Bulkhead bulkhead, @Nullable Timeout timeout) {

    static Compartment of(Bulkhead bulkhead, @Nullable Duration limit) {
        return new Compartment(bulkhead, limit == null ? null : Timeout.fromConfiguration(bulkhead.name(), limit));
    }

    /** Admission and limit, for calls that must not block their caller. */
    Policy policy() {
        return timeout == null ? bulkhead : Pipeline.of(bulkhead, timeout);
    }

    /**
     * Starts what has its permit already, under the limit alone. At the limit the stage is cancelled, and the stage
     * returned ends when it has really ended.
     */
    CompletionStage<?> underLimit(Supplier<CompletableFuture<@Nullable Void>> start) {
        return timeout == null ? start.get() : timeout.callAsync(start);
    }

    /** What those who wait for the response, or read its body, are told at the limit. */
    HttpTimeoutException timedOut() {
        return timedOut(exceeded());
    }

    static HttpTimeoutException timedOut(TimeoutExceededException cause) {
        var failure = new HttpTimeoutException(cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    TimeoutExceededException exceeded() {
        if (timeout == null) {
            throw new IllegalStateException("'" + bulkhead.name() + "' has no timeout");
        }
        return new TimeoutExceededException(timeout.name(), timeout.limit());
    }
}
