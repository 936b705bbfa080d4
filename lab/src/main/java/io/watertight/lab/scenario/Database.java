// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.time.Duration;
import java.util.List;

/**
 * A PostgreSQL that the replay starts itself, and the connections to it that all endpoints share, or that a variant parts.
 *
 * @param connections how many there are, in one pool or in all partitions together
 * @param maxWait how long a request may wait for a connection
 * @param setup SQL that makes what the queries need, once for each variant, in a database of its own; may be empty
 * @param queries what endpoints can call
 */
public record Database(int connections, Duration maxWait, String setup, List<Query> queries) {
    /**
     * A query that endpoints call.
     *
     * @param name unique
     * @param sql what is sent
     */
    public record Query(String name, String sql) {}

    /**
     * The connections that one query has for itself.
     *
     * @param connections how many
     * @param maxWait how long a request may wait for one of them
     */
    public record Partition(int connections, Duration maxWait) {}
}
