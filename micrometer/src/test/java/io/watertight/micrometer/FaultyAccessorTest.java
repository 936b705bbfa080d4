// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import io.watertight.ContextPropagator;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.timeout.Timeout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An accessor that throws fails its call, costs no place, and leaves no caller's value on the worker. */
class FaultyAccessorTest {
    private final ThreadLocal<String> after = new ThreadLocal<>();
    private final Faulty faulty = new Faulty();
    private final ContextPropagator propagator = MicrometerContext.propagator(ContextSnapshotFactory.builder()
            .contextRegistry(new ContextRegistry()
                    .registerThreadLocalAccessor("before", Values.LOCAL)
                    .registerThreadLocalAccessor(faulty)
                    .registerThreadLocalAccessor("after", after))
            .clearMissing(true)
            .build());
    private final AtomicBoolean started = new AtomicBoolean();

    enum Fault {
        NONE,
        CAPTURE,
        OPEN,
        CLOSE
    }

    @ParameterizedTest
    @EnumSource(names = {"CAPTURE", "OPEN"})
    void onAPool(Fault fault) throws Exception {
        var workers = new Workers(Thread.ofPlatform().daemon());
        try (var pool =
                ThreadPoolBulkhead.of("pool", 2).withThreadFactory(workers).withContextPropagator(propagator)) {
            faulty.fault = fault;
            assertThatThrownBy(() -> Values.with("caller", () -> pool.call(this::body)))
                    .isInstanceOf(BrokenAccessor.class);
            assertThat(started).isFalse();
            assertAdmitsItsLimit(pool, pool::activeCalls);
        }
        assertThat(workers.atTheEnd()).containsOnly(Values.of("worker"));
    }

    @ParameterizedTest
    @EnumSource(names = {"CAPTURE", "OPEN"})
    void underAnAbandoningTimeout(Fault fault) {
        var timeout = Timeout.of("timeout", Duration.ofSeconds(60))
                .withAbandonment(true)
                .withContextPropagator(propagator);
        faulty.fault = fault;
        assertThatThrownBy(() -> Values.with("caller", () -> timeout.call(this::body)))
                .isInstanceOf(BrokenAccessor.class);
        assertThat(started).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"CAPTURE", "OPEN"})
    void ofACallThatWaits(Fault fault) throws Exception {
        var bulkhead =
                Bulkhead.of("bulkhead", 2).withMaxWait(Duration.ofSeconds(60)).withContextPropagator(propagator);
        Permit one = bulkhead.acquire();
        Permit two = bulkhead.acquire();
        faulty.fault = fault;
        var call = Values.with("caller", () -> bulkhead.callAsync(() -> CompletableFuture.completedFuture(body())));
        assertThat(call)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(BrokenAccessor.class);
        assertThat(started).isFalse();
        assertThat(bulkhead.waitingCalls()).isZero();
        one.close();
        two.close();
        assertThat(bulkhead.tryAcquire()).isPresent();
        assertThat(bulkhead.tryAcquire()).isPresent();
    }

    @Test
    void oneThatCannotRestoreKeepsNoOtherFromIt() throws Exception {
        var workers = new Workers(Thread.ofPlatform().daemon());
        var afterAtTheEnd = new CompletableFuture<@Nullable String>();
        try (var pool = ThreadPoolBulkhead.of("pool", 1)
                .withThreadFactory(task -> workers.newThread(() -> {
                    after.set("worker");
                    task.run();
                    afterAtTheEnd.complete(after.get());
                }))
                .withContextPropagator(propagator)) {
            faulty.fault = Fault.CLOSE;
            after.set("caller");
            assertThat(Values.<String, RuntimeException>with("caller", () -> pool.call(this::body)))
                    .isEqualTo("caller, caller");
        } finally {
            after.remove();
        }
        assertThat(workers.atTheEnd()).containsExactly(Values.of("worker"));
        assertThat(afterAtTheEnd.get(60, SECONDS)).isEqualTo("worker");
    }

    private String body() {
        started.set(true);
        return Values.LOCAL.get() + ", " + after.get();
    }

    private void assertAdmitsItsLimit(Policy policy, IntSupplier activeCalls) throws Exception {
        assertThat(activeCalls.getAsInt()).isZero();
        faulty.fault = Fault.NONE;
        var both = new CyclicBarrier(2);
        var calls = List.of(new CompletableFuture<>(), new CompletableFuture<>());
        for (CompletableFuture<Object> call : calls) {
            Thread.ofVirtual().start(() -> {
                try {
                    call.complete(policy.call(() -> both.await(60, SECONDS)));
                } catch (Throwable failure) {
                    call.completeExceptionally(failure);
                }
            });
        }
        assertThat(CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new)))
                .succeedsWithin(Duration.ofSeconds(60));
    }

    private static final class BrokenAccessor extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Has a value on every thread, and throws where it is told to. */
    private static final class Faulty implements ThreadLocalAccessor<String> {
        private volatile Fault fault = Fault.NONE;

        private void failOn(Fault where) {
            if (fault == where) {
                throw new BrokenAccessor();
            }
        }

        @Override
        public Object key() {
            return "faulty";
        }

        @Override
        public String getValue() {
            failOn(Fault.CAPTURE);
            return "value";
        }

        @Override
        public void setValue(String value) {
            failOn(Fault.OPEN);
        }

        @Override
        public void setValue() {
            failOn(Fault.OPEN);
        }

        @Override
        public void restore(String former) {
            failOn(Fault.CLOSE);
        }
    }
}
