// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.Policy;

/** Finds the policy that a {@link Guarded} names. */
@FunctionalInterface
interface GuardNames {
    /**
     * Returns the policy.
     *
     * @param name what the annotation says
     * @return a bulkhead or a pipeline
     * @throws IllegalArgumentException if there is none or more than one; the message has the remedy
     */
    Policy get(String name);
}
