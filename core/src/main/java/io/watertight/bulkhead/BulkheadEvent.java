// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import java.time.Duration;
import java.time.Instant;

/**
 * What happens at the door of a bulkhead.
 *
 * <p>Every call that asks for admission fires {@link Permitted} and later {@link Finished}, or else {@link Rejected}, or
 * nothing at all where its caller was interrupted or had cancelled while it waited. The counts are best effort: other
 * threads may have come or gone before a listener reads them.
 */
public sealed interface BulkheadEvent {
    /**
     * Returns when it happened, by the bulkhead's clock.
     *
     * @return the time
     */
    Instant timestamp();

    /**
     * Returns the name of the bulkhead.
     *
     * @return the name
     */
    String name();

    /**
     * A call has a permit and its operation is about to start.
     *
     * @param timestamp when the permit was granted
     * @param name the bulkhead
     * @param activeCalls calls that hold a permit, this one included
     * @param waited how long the call waited for the permit; zero if the first attempt succeeded
     */
    record Permitted(Instant timestamp, String name, int activeCalls, Duration waited) implements BulkheadEvent {}

    /**
     * A call was turned away; its operation was never started.
     *
     * @param timestamp when the wait ended
     * @param name the bulkhead
     * @param maxConcurrentCalls the limit
     * @param maxWait how long the call was prepared to wait; zero for {@link Bulkhead#tryAcquire}
     */
    record Rejected(Instant timestamp, String name, int maxConcurrentCalls, Duration maxWait)
            implements BulkheadEvent {}

    /**
     * A call has ended, in whichever way, and its permit is back.
     *
     * @param timestamp when the permit was back
     * @param name the bulkhead
     * @param activeCalls calls that hold a permit, this one no longer included
     * @param held how long the call held its permit
     */
    record Finished(Instant timestamp, String name, int activeCalls, Duration held) implements BulkheadEvent {}

    /**
     * A call of a {@link ThreadPoolBulkhead} ran into its timeout, in the queue or while it was running.
     *
     * @param timestamp when
     * @param name the bulkhead
     * @param timeout the limit, counted from the submission
     * @param started true if the operation was running, and was interrupted; it holds its place until it has returned.
     *     False if it was in the queue; it was removed and never starts
     */
    record TimedOut(Instant timestamp, String name, Duration timeout, boolean started) implements BulkheadEvent {}
}
