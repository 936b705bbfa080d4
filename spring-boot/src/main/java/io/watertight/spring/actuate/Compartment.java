// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A bulkhead at one moment. What a kind does not have is null, and left out by the endpoint.
 *
 * @param kind as in the registry
 * @param maxConcurrentCalls the limit
 * @param activeCalls how many calls are active
 * @param waitingCalls how many callers wait for a permit
 * @param maxWait how long a call may wait
 * @param queuedCalls how many calls are queued for a thread
 * @param queueCapacity how many may be
 * @param saturated whether the active calls have reached the limit
 * @param rejectedInLastMinute how many calls were rejected
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Compartment(
        String kind,
        int maxConcurrentCalls,
        int activeCalls,
        @Nullable Integer waitingCalls,
        @Nullable Duration maxWait,
        @Nullable Integer queuedCalls,
        @Nullable Integer queueCapacity,
        boolean saturated,
        long rejectedInLastMinute) {
    static Compartment of(String kind, Bulkhead bulkhead, long rejections) {
        int active = bulkhead.activeCalls();
        int limit = bulkhead.maxConcurrentCalls();
        return new Compartment(
                kind,
                limit,
                active,
                bulkhead.waitingCalls(),
                bulkhead.maxWait(),
                null,
                null,
                active >= limit,
                rejections);
    }

    static Compartment of(String kind, ThreadPoolBulkhead pool, long rejections) {
        int active = pool.activeCalls();
        int limit = pool.maxConcurrentCalls();
        return new Compartment(
                kind, limit, active, null, null, pool.queuedCalls(), pool.queueCapacity(), active >= limit, rejections);
    }
}
