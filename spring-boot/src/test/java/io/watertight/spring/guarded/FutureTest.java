// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;

/** Methods that return a future hold the permit until it has ended. */
class FutureTest {
    static class Inventory {
        final AtomicInteger started = new AtomicInteger();

        AtomicInteger started() {
            return started;
        }

        @Guarded("inventory")
        public CompletableFuture<String> completable(CompletableFuture<String> work) {
            started.incrementAndGet();
            return work;
        }

        @Guarded("inventory")
        public CompletionStage<String> stage(CompletableFuture<String> work) {
            return completableOf(work);
        }

        @Guarded("inventory")
        public Future<String> future(CompletableFuture<String> work) {
            return completableOf(work);
        }

        /** A future that tells nobody of its end. */
        @Guarded("inventory")
        public Future<String> plain(CompletableFuture<String> work) {
            started.incrementAndGet();
            var task = new FutureTask<>(work::get);
            Thread.ofVirtual().start(task);
            return task;
        }

        @Guarded("inventory")
        public CompletableFuture<String> failing(Exception failure) throws Exception {
            throw failure;
        }

        @Guarded("inventory")
        public @Nullable CompletableFuture<String> missing() {
            return null;
        }

        private CompletableFuture<String> completableOf(CompletableFuture<String> work) {
            started.incrementAndGet();
            return work;
        }
    }

    @FunctionalInterface
    interface Way {
        Object call(Inventory inventory, CompletableFuture<String> work);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the tests look at them
    static Stream<Way> ways() {
        return Stream.of(Inventory::completable, Inventory::stage, Inventory::future, Inventory::plain);
    }

    private static Future<?> future(Object returned) {
        return returned instanceof CompletionStage<?> stage ? stage.toCompletableFuture() : (Future<?>) returned;
    }

    /** Row 24 of what goes wrong in bulkheads: the permit was back at the return. */
    @ParameterizedTest
    @MethodSource("ways")
    void anUnfinishedFutureHoldsThePermit(Way way) {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            var work = new CompletableFuture<String>();
            Future<?> first = future(way.call(inventory, work));
            assertThat(App.inventory(context).activeCalls()).isEqualTo(1);

            Future<?> second = future(way.call(inventory, new CompletableFuture<>()));
            assertThatThrownBy(() -> second.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(BulkheadFullException.class);
            assertThat(inventory.started()).hasValue(1);

            work.complete("seven");
            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("seven");
            assertThat(App.inventory(context).activeCalls()).isZero();
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void theFailureIsTheSameObject(Way way) {
        App.run(App.with(Inventory.class), context -> {
            var failure = new IOException("disk");
            var work = new CompletableFuture<String>();
            Future<?> call = future(way.call(context.getBean(Inventory.class), work));
            work.completeExceptionally(failure);
            assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .satisfies(thrown -> assertThat(rootOf(thrown)).isSameAs(failure));
        });
    }

    private static Throwable rootOf(Throwable failure) {
        return failure.getCause() == null ? failure : rootOf(failure.getCause());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void cancellingTheFutureCancelsTheWork(Way way) {
        App.run(App.with(Inventory.class), context -> {
            var work = new CompletableFuture<String>();
            Future<?> call = future(way.call(context.getBean(Inventory.class), work));
            assertThat(call.cancel(true)).isTrue();
            assertThatThrownBy(call::get).isInstanceOf(CancellationException.class);
            TestThreads.eventually(
                    "the permit is back", () -> App.inventory(context).activeCalls() == 0);
        });
    }

    @Test
    void whatTheMethodThrowsIsAFailedFuture() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            var failure = new IOException("disk");
            assertThatThrownBy(inventory.failing(failure)::get).cause().isSameAs(failure);
            assertThatThrownBy(java.util.Objects.requireNonNull(inventory.missing())::get)
                    .hasCauseInstanceOf(NullPointerException.class)
                    .hasMessageContaining("returned null");
        });
    }

    static class Patient {
        @Bean
        Bulkhead inventory() {
            return Bulkhead.of("inventory", 1).withMaxWait(Duration.ofSeconds(60));
        }
    }

    @Test
    void aCallThatHasToWaitNeverBlocksItsCallerAndIsWithdrawnWhenCancelled() {
        App.run(App.bare(Patient.class, Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            Bulkhead bulkhead = App.inventory(context);
            CompletableFuture<String> waiting;
            CompletableFuture<String> cancelled;
            try (Permit permit = bulkhead.acquire()) {
                waiting = inventory.completable(CompletableFuture.completedFuture("seven"));
                cancelled = inventory.completable(CompletableFuture.completedFuture("never"));
                assertThat(bulkhead.waitingCalls()).isEqualTo(2);
                cancelled.cancel(true);
                assertThat(bulkhead.waitingCalls()).isEqualTo(1);
                assertThat(inventory.started()).hasValue(0);
            }
            assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo("seven");
            assertThat(inventory.started()).hasValue(1);
        });
    }
}
