// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.watertight.Policy;
import java.io.IOException;
import java.time.Duration;

/** The calls that the tests make. */
final class Calls {
    private Calls() {}

    static void succeed(Policy policy, int times) {
        for (int i = 0; i < times; i++) {
            policy.run(() -> {});
        }
    }

    static void fail(Policy policy, int times) {
        for (int i = 0; i < times; i++) {
            failWith(policy, new IOException("down"));
        }
    }

    static void failWith(Policy policy, Throwable failure) {
        assertThatThrownBy(() -> policy.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    /** Succeeds after so much time of the clock. */
    static void slow(Policy policy, HandClock clock, Duration took, int times) {
        for (int i = 0; i < times; i++) {
            policy.run(() -> clock.advance(took));
        }
    }

    static CircuitBreakerOpenException rejected(Policy policy) {
        return catchThrowableOfType(
                CircuitBreakerOpenException.class,
                () -> policy.run(() -> {
                    throw new AssertionError("the operation of a rejected call was started");
                }));
    }
}
