// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a bulkhead.
 *
 * @param kind what the bulkhead is made of; required
 * @param maxConcurrentCalls how many calls may be active at once, at least 1; required
 * @param maxWait how long a call may wait for a permit; 0 by default: it is rejected at once. Kind semaphore only
 * @param maxWaiting how many calls may wait at once; unbounded by default. Kind semaphore only
 * @param fair whether waiting calls are served first come first served; false by default. Kind semaphore only
 * @param queueCapacity how many calls may be queued while every thread is taken; 0 by default. Kinds thread-pool and
 *     virtual only
 * @param timeout how long a call may last, from its submission; none by default. Kinds thread-pool and virtual only
 * @param stackTraces whether rejections carry a stack trace; false by default
 */
public record BulkheadProperties(
        @Nullable Kind kind,
        @Nullable Integer maxConcurrentCalls,
        @Nullable Duration maxWait,
        @Nullable Integer maxWaiting,
        @Nullable Boolean fair,
        @Nullable Integer queueCapacity,
        @Nullable Duration timeout,
        @Nullable Boolean stackTraces) {
    /** What a bulkhead is made of. */
    public enum Kind {
        /** A count of permits; the operation runs on the caller's own thread. */
        SEMAPHORE,
        /** Platform threads of its own. */
        THREAD_POOL,
        /** Virtual threads of its own. */
        VIRTUAL
    }
}
