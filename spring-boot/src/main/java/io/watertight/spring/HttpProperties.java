// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The compartments of the application's HTTP clients.
 *
 * @param destinations a compartment for each destination, by name
 * @param others the compartment that all other destinations share; without it they have none
 * @param timeout how long an exchange may last where its destination does not say; no limit by default
 */
public record HttpProperties(
        @Nullable Map<String, Destination> destinations,
        @Nullable Others others,
        @Nullable Duration timeout) {
    /**
     * The compartment of one destination.
     *
     * @param host the destination, as inventory.internal:8443, or https://inventory.internal where the port is the
     *     scheme's own; required
     * @param maxConcurrentCalls how many exchanges may be active at once, at least 1; required
     * @param maxWait how long a call may wait for a permit; 0 by default: it is rejected at once
     * @param maxWaiting how many calls may wait at once; unbounded by default
     * @param timeout how long an exchange may last, from its permit to the end of its body
     */
    public record Destination(
            @Nullable String host,
            @Nullable Integer maxConcurrentCalls,
            @Nullable Duration maxWait,
            @Nullable Integer maxWaiting,
            @Nullable Duration timeout) {}

    /**
     * The compartment of all other destinations.
     *
     * @param maxConcurrentCalls how many exchanges may be active at once, at least 1; required
     * @param maxWait how long a call may wait for a permit; 0 by default: it is rejected at once
     * @param maxWaiting how many calls may wait at once; unbounded by default
     */
    public record Others(
            @Nullable Integer maxConcurrentCalls,
            @Nullable Duration maxWait,
            @Nullable Integer maxWaiting) {}
}
