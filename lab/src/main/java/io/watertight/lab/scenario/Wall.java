// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What stands between the pages and one dependency. */
public sealed interface Wall {
    /**
     * How long one call may last.
     *
     * @return the limit, or null for none
     */
    @Nullable
    Duration timeout();

    /**
     * A semaphore bulkhead, with a timeout inside it or without.
     *
     * @param maxConcurrentCalls how many calls may be active at once
     * @param maxWait how long a call may wait for a permit
     * @param maxWaiting how many calls may wait at once
     * @param timeout how long a call with a permit may last, or null
     */
    record Semaphore(
            int maxConcurrentCalls,
            Duration maxWait,
            int maxWaiting,
            @Nullable Duration timeout) implements Wall {}

    /**
     * A thread-pool bulkhead.
     *
     * @param threads how many calls may be active at once
     * @param queue how many may be queued
     * @param timeout how long a call may last, its time in the queue included, or null
     */
    record ThreadPool(int threads, int queue, @Nullable Duration timeout) implements Wall {}

    /**
     * A timeout and nothing else.
     *
     * @param timeout how long a call may last
     */
    record TimeoutOnly(Duration timeout) implements Wall {}
}
