// SPDX-License-Identifier: Apache-2.0
package io.watertight.registry;

import io.watertight.Policy;

/**
 * One entry of a {@link Registry}.
 *
 * @param kind what kind of compartment or rule it is, as meters tag it: {@code semaphore}, {@code thread-pool}, {@code
 *     virtual}, {@code timeout}, {@code circuit-breaker}, {@code pipeline}, or what it was registered as
 * @param name the name of the policy
 * @param policy the live policy
 */
public record Registered(String kind, String name, Policy policy) {}
