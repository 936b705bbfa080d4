// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.scenario.Scenario.Endpoint;
import java.net.URI;

/** The service under test: endpoints that share something it is short of. */
interface Service extends AutoCloseable {
    URI uri(Endpoint endpoint);

    /** The way to what endpoints call by that name. */
    Downstream downstream(String callee);

    /** How much is taken of what the service is short of. */
    Gauge busy();

    /** Forgets the warm-up. */
    default void startMeasuring(Iterable<String> callees) {
        busy().startMeasuring();
        callees.forEach(callee -> downstream(callee).startMeasuring());
    }

    @Override
    void close();
}
