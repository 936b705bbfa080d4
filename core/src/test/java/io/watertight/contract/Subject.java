// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import io.watertight.Policy;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;

/**
 * A bulkhead under test: how it is called, and its gauges.
 *
 * @param policy the way in
 * @param activeCalls calls that hold a permit
 * @param waitingCalls calls that wait, in whichever queue
 * @param close ends it, after the checks
 */
public record Subject(Policy policy, IntSupplier activeCalls, IntSupplier waitingCalls, Runnable close) {

    /** The same bulkhead called another way. */
    public Subject by(UnaryOperator<Policy> way) {
        return new Subject(way.apply(policy), activeCalls, waitingCalls, close);
    }
}
