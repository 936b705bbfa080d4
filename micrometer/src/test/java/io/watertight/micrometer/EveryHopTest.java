// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.watertight.ContextPropagator;
import io.watertight.Operation;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadEvent;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.fallback.Fallback;
import io.watertight.timeout.Timeout;
import io.watertight.timeout.TimeoutEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On every hop the body, the fallback after an exception, the fallback after a timeout and the listeners see what the
 * caller carried, and the worker has its own back afterwards.
 */
@ParameterizedClass
@MethodSource("ways")
class EveryHopTest {
    private static final Values CALLER = Values.of("caller");
    private static final Values WORKER = Values.of("worker");
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(60);

    @Parameter(0)
    Carrier carrier = Carrier.GLOBAL_REGISTRY;

    @Parameter(1)
    boolean virtual;

    private final CountDownLatch release = new CountDownLatch(1);
    private final Queue<Values> told = new ConcurrentLinkedQueue<>();

    static Stream<Arguments> ways() {
        return Arrays.stream(Carrier.values())
                .flatMap(carrier -> Stream.of(false, true).map(virtual -> Arguments.of(carrier, virtual)));
    }

    @AfterEach
    void nothingStays() {
        release.countDown();
        Carrier.forget();
        assertThat(Values.here()).as("the caller's thread").isEqualTo(Values.NONE);
    }

    @Test
    void theBodyOnAPool() throws Exception {
        var workers = workers();
        try (var pool = pool(workers)) {
            Values seen = Values.with("caller", () -> pool.call(Values::here));
            assertThat(seen).isEqualTo(CALLER);
        }
        assertThat(workers.atTheEnd()).containsExactly(WORKER);
    }

    @Test
    void theBodyOnVirtualThreadsOfThePool() {
        try (var pool =
                ThreadPoolBulkhead.of("pool", 1).withVirtualThreads(true).withContextPropagator(carrier.propagator())) {
            assertThat(Values.<Values, RuntimeException>with("caller", () -> pool.call(Values::here)))
                    .isEqualTo(CALLER);
            assertThat(pool.call(Values::here)).isEqualTo(Values.NONE);
        }
    }

    @Test
    void whatTheCallerDoesNotCarryIsClearedOnTheWorker() throws Exception {
        var workers = workers();
        try (var pool = pool(workers)) {
            assertThat(pool.call(Values::here)).isEqualTo(Values.NONE);
        }
        assertThat(workers.atTheEnd()).containsExactly(WORKER);
    }

    @Test
    void eachQueuedCallHasItsOwnCallersContext() throws Exception {
        var workers = workers();
        try (var pool = pool(workers).withQueueCapacity(3)) {
            var first = Values.with("first", () -> pool.submit(this::held));
            var second = Values.with("second", () -> pool.submit(Values::here));
            var none = pool.submit(Values::here);
            var third = Values.with("third", () -> pool.submit(Values::here));
            release.countDown();
            assertThat(List.of(get(first), get(second), get(none), get(third)))
                    .containsExactly(Values.of("first"), Values.of("second"), Values.NONE, Values.of("third"));
        }
        assertThat(workers.atTheEnd()).isNotEmpty().containsOnly(WORKER);
    }

    @Test
    void theFallbackAfterAnExceptionOnAPool() throws Exception {
        var workers = workers();
        try (var pool = pool(workers)) {
            Operation<Values, Exception> fails = () -> {
                held();
                throw new IOException("down");
            };
            var onTheWorker = Values.with(
                    "caller",
                    () -> pool.submit(fails).handle((value, failure) -> {
                        assertThat(failure).isInstanceOf(IOException.class);
                        return Values.here();
                    }));
            release.countDown();
            assertThat(get(onTheWorker)).isEqualTo(CALLER);

            Values onTheCaller = Values.with("caller", () -> {
                assertThat(catchThrowable(() -> pool.call(fails))).hasMessage("down");
                return Values.here();
            });
            assertThat(onTheCaller).isEqualTo(CALLER);
        }
        assertThat(workers.atTheEnd()).containsExactly(WORKER);
    }

    @Test
    void theFallbackAfterATimeoutOnAPool() throws Exception {
        var workers = workers();
        try (var pool = pool(workers)
                .withTimeout(SHORT)
                .withQueueCapacity(1)
                .withListener(BulkheadEvent.TimedOut.class, event -> told.add(Values.here()))) {
            var running = Values.with("caller", () -> afterTimeout(pool.submit(this::held)));
            var queued = Values.with("caller", () -> afterTimeout(pool.submit(Values::here)));
            assertThat(get(running)).isEqualTo(CALLER);
            assertThat(get(queued)).isEqualTo(CALLER);
            assertThat(told).containsExactly(CALLER, CALLER);
            release.countDown();
            assertThat(pool.close(LONG)).isTrue();
        }
        assertThat(workers.atTheEnd()).isNotEmpty().containsOnly(WORKER);
    }

    @Test
    void theListenersOnAPool() throws Exception {
        var workers = workers();
        try (var pool = pool(workers).withListener(event -> told.add(Values.here()))) {
            Values.with("caller", () -> pool.call(Values::here));
        }
        assertThat(workers.atTheEnd()).containsExactly(WORKER);
        assertThat(told).as("Permitted, Finished").containsExactly(CALLER, CALLER);
    }

    @Test
    void theBodyUnderAnAbandoningTimeout() {
        Values seen = Values.with("caller", () -> abandoning(LONG).call(Values::here));
        assertThat(seen).isEqualTo(CALLER);
    }

    @Test
    void theFallbackAndTheStragglerOfAnAbandoningTimeout() throws Exception {
        var straggler = new CompletableFuture<Values>();
        var body = new CompletableFuture<Values>();
        Timeout timeout = abandoning(SHORT)
                .withListener(TimeoutEvent.Straggled.class, event -> straggler.complete(Values.here()));

        Values fallback = Values.with("caller", () -> {
            assertThat(catchThrowable(() -> timeout.run(() -> body.complete(held()))))
                    .isInstanceOf(TimeoutExceededException.class);
            return Values.here();
        });

        assertThat(fallback).isEqualTo(CALLER);
        assertThat(body).isNotDone();
        release.countDown();
        assertThat(get(body)).isEqualTo(CALLER);
        assertThat(get(straggler)).isEqualTo(CALLER);
    }

    @Test
    void theFallbackAfterTheTimeoutOfAStage() throws Exception {
        var never = new CompletableFuture<Values>();
        var fallback =
                Values.with("caller", () -> afterTimeout(abandoning(SHORT).callAsync(() -> never)));
        assertThat(get(fallback)).isEqualTo(CALLER);
    }

    @Test
    void theBodyAndTheListenersOfACallThatWaited() throws Exception {
        Bulkhead bulkhead = waiting(LONG);
        Permit permit = bulkhead.acquire();
        var seen =
                Values.with("caller", () -> bulkhead.callAsync(() -> CompletableFuture.completedFuture(Values.here())));
        told.clear(); // what the acquire told
        permit.close();
        assertThat(get(seen)).isEqualTo(CALLER);
        // Finished of the permit, here; Permitted and Finished of the call, on its thread.
        assertThat(told).containsExactlyInAnyOrder(Values.NONE, CALLER, CALLER);
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void theFallbackAfterAnExceptionOfACallThatWaited() throws Exception {
        Bulkhead bulkhead = waiting(LONG);
        Permit permit = bulkhead.acquire();
        var seen = Values.with(
                "caller",
                () -> bulkhead.callAsync(() -> {
                            throw new IllegalStateException("down");
                        })
                        .handle((value, failure) -> {
                            assertThat(failure).hasMessage("down");
                            return Values.here();
                        }));
        permit.close();
        assertThat(get(seen)).isEqualTo(CALLER);
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void theFallbackOfACallThatWaitedInVain() throws Exception {
        Bulkhead bulkhead = waiting(SHORT);
        try (Permit permit = bulkhead.acquire()) {
            told.clear();
            var seen = Values.with(
                    "caller",
                    () -> bulkhead.callAsync(() -> CompletableFuture.completedFuture(Values.NONE))
                            .handle((value, failure) -> {
                                assertThat(failure).isInstanceOf(BulkheadFullException.class);
                                return Values.here();
                            }));
            assertThat(get(seen)).isEqualTo(CALLER);
            assertThat(told).as("Rejected").containsExactly(CALLER);
        }
    }

    @Test
    void theFallbackAroundAPool() throws Exception {
        var workers = workers();
        try (var pool = pool(workers).withTimeout(SHORT)) {
            var guarded = Fallback.<Values>with(cause -> Values.here())
                    .on(IOException.class)
                    .on(TimeoutExceededException.class)
                    .around(pool)
                    .withContextPropagator(carrier.propagator());
            Values afterException = Values.with(
                    "caller",
                    () -> guarded.call(() -> {
                        throw new IOException("down");
                    }));
            assertThat(afterException).isEqualTo(CALLER);
            Values afterTimeout = Values.with("caller", () -> guarded.call(this::held));
            assertThat(afterTimeout).isEqualTo(CALLER);
            release.countDown();
            assertThat(pool.close(LONG)).isTrue();
        }
        assertThat(workers.atTheEnd()).isNotEmpty().containsOnly(WORKER);
    }

    @Test
    void theFallbackOfAStageThatFailsOnAThreadOfTheClient() throws Exception {
        var stage = new CompletableFuture<Values>();
        var guarded = Fallback.<Values>with(cause -> Values.here()).withContextPropagator(carrier.propagator());
        var answer = Values.with("caller", () -> guarded.callAsync(() -> stage));
        var workers = workers();
        workers.newThread(() -> stage.completeExceptionally(new IOException("down")))
                .start();
        assertThat(get(answer)).isEqualTo(CALLER);
        assertThat(workers.atTheEnd()).containsExactly(WORKER);
    }

    private ThreadPoolBulkhead pool(Workers workers) {
        return ThreadPoolBulkhead.of("pool", 1).withThreadFactory(workers).withContextPropagator(carrier.propagator());
    }

    private Workers workers() {
        return new Workers(virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon());
    }

    private Timeout abandoning(Duration limit) {
        ContextPropagator propagator = carrier.propagator();
        return Timeout.of("timeout", limit).withAbandonment(true).withContextPropagator(propagator);
    }

    private Bulkhead waiting(Duration maxWait) {
        return Bulkhead.of("bulkhead", 1)
                .withMaxWait(maxWait)
                .withContextPropagator(carrier.propagator())
                .withListener(event -> told.add(Values.here()));
    }

    /** Ends only when it is released, whoever interrupts it. */
    private Values held() {
        while (true) {
            try {
                assertThat(release.await(60, SECONDS)).isTrue();
                return Values.here();
            } catch (InterruptedException e) {
                // an operation that does not heed the timeout
            }
        }
    }

    private static CompletableFuture<Values> afterTimeout(CompletableFuture<Values> call) {
        return call.handle((value, failure) -> {
            assertThat(failure).isInstanceOf(TimeoutExceededException.class);
            return Values.here();
        });
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, SECONDS);
    }
}
