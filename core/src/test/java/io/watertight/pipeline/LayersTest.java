// SPDX-License-Identifier: Apache-2.0
package io.watertight.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallRejectedException;
import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerOpenException;
import io.watertight.circuitbreaker.HandClock;
import io.watertight.fallback.Fallback;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The layers together: fallback, circuit breaker, bulkhead. */
class LayersTest {
    private final HandClock clock = new HandClock();
    private final Bulkhead bulkhead = Bulkhead.of("inventory", 1);
    private final CircuitBreaker breaker = CircuitBreaker.of("inventory")
            .withWindow(10)
            .withFailureRateThreshold(0.5)
            .withTrialCalls(1)
            .withOpenDuration(Duration.ofSeconds(1))
            .withClock(clock);
    private final Policy both = Pipeline.of(breaker, bulkhead);

    /** Peer fault 16: rejections by the bulkhead open the circuit breaker. */
    @Test
    void rejectionsByTheBulkheadDoNotOpenTheCircuitBreaker() {
        try (Permit held = bulkhead.acquire()) {
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> both.run(() -> {})).isInstanceOf(BulkheadFullException.class);
            }
            for (int i = 0; i < 20; i++) {
                assertThat(both.callAsync(() -> CompletableFuture.completedFuture("never"))
                                .exceptionNow())
                        .isInstanceOf(BulkheadFullException.class);
            }
        }
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
        assertThat(breaker).hasToString("CircuitBreaker[inventory: CLOSED, 0 calls, 0 failures, 0 slow]");
    }

    /** Peer fault 16: a half-open trial that was rejected is given back. */
    @Test
    void aTrialThatTheBulkheadRejectedIsGivenBack() {
        open();
        clock.advance(Duration.ofSeconds(1));
        try (Permit held = bulkhead.acquire()) {
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> both.run(() -> {})).isInstanceOf(BulkheadFullException.class);
            }
            assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
        }
        assertThat(both.call(() -> "well")).isEqualTo("well");
        assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void anOpenCircuitBreakerTakesNoPermit() {
        open();
        try (Permit held = bulkhead.acquire()) {
            assertThatThrownBy(() -> both.run(() -> {})).isInstanceOf(CircuitBreakerOpenException.class);
        }
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void theFallbackTellsTheRejectionsApart() throws Exception {
        List<Throwable> causes = new ArrayList<>();
        Fallback<String> guarded = Fallback.<String>with(cause -> {
                    causes.add(cause);
                    return "fallback";
                })
                .on(CallRejectedException.class)
                .around(both);
        try (Permit held = bulkhead.acquire()) {
            assertThat(guarded.call(() -> "never")).isEqualTo("fallback");
        }
        var failure = new IOException("down");
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> guarded.call(() -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
        }
        assertThat(guarded.call(() -> "never")).isEqualTo("fallback");
        assertThat(causes).hasExactlyElementsOfTypes(BulkheadFullException.class, CircuitBreakerOpenException.class);
    }

    @Test
    void cancellingReachesTheOperationThroughEveryLayer() {
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> call = Fallback.to("fallback").around(both).callAsync(() -> stage);
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        assertThat(call.cancel(true)).isTrue();
        assertThat(stage).isCancelled();
        assertThat(bulkhead.activeCalls()).isZero();
        assertThat(breaker).hasToString("CircuitBreaker[inventory: CLOSED, 0 calls, 0 failures, 0 slow]");
    }

    private void open() {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> both.run(() -> {
                        throw new IOException("down");
                    }))
                    .isInstanceOf(IOException.class);
        }
        assertThat(breaker.state()).isEqualTo(State.OPEN);
    }
}
