// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import java.util.List;

/**
 * What the clients of one endpoint got. Buckets are by the intended time of the request, so the same bucket holds the
 * same requests in every variant.
 *
 * @param name of the endpoint
 * @param calls the dependency or query it needs
 * @param healthy whether that never changed and the endpoint was asked from the start
 * @param served pages, for each bucket
 * @param degraded pages without the dependency's part, for each bucket
 * @param failed no page, for each bucket
 * @param totals over the run
 * @param latency over the run
 * @param deadlineMillis when its clients gave up
 */
public record EndpointFigures(
        String name,
        String calls,
        boolean healthy,
        List<Integer> served,
        List<Integer> degraded,
        List<Integer> failed,
        Totals totals,
        Latency latency,
        double deadlineMillis) {

    /**
     * Requests by what came of them.
     *
     * @param served a complete page
     * @param degraded a page without the part of a dependency whose wall turned the call away or ended it at its timeout;
     *     with a database, rejected by its partition
     * @param refused answered 503: all threads busy and the queue full
     * @param expired no answer within the client's deadline
     * @param broken an error: the dependency failed, or the connection did
     */
    public record Totals(int served, int degraded, int refused, int expired, int broken) {
        /**
         * Requests that got no page.
         *
         * @return refused, expired and broken together
         */
        public int failed() {
            return refused + expired + broken;
        }

        /**
         * All requests.
         *
         * @return how many were sent
         */
        public int requests() {
            return served + degraded + failed();
        }
    }
}
