// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.contract.AsyncWay;
import io.watertight.contract.Setup;
import io.watertight.contract.Subject;
import io.watertight.contract.WaitingBulkheadContract;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** A bulkhead keeps its contract when it is called through guarded methods of a bean. */
class GuardedContractTest {
    record Result<T extends @Nullable Object>(T value) {}

    interface Door {
        <T extends @Nullable Object, X extends Throwable> Result<T> call(Operation<? extends T, X> operation) throws X;

        <T extends @Nullable Object> CompletionStage<T> start(
                Supplier<? extends @Nullable CompletionStage<T>> operation);
    }

    static class Plain implements Door {
        @Override
        @Guarded("contract")
        public <T extends @Nullable Object, X extends Throwable> Result<T> call(Operation<? extends T, X> operation)
                throws X {
            return new Result<>(operation.call());
        }

        @Override
        @Guarded("contract")
        @SuppressWarnings("NullAway") // a stage that is missing is part of the contract
        public <T extends @Nullable Object> CompletionStage<T> start(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            return operation.get();
        }
    }

    /** With fallbacks that fit nothing. */
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // called by reflection, if at all
    static class WithFallback implements Door {
        private static final class Unheard extends RuntimeException {
            private static final long serialVersionUID = 1L;
        }

        @Override
        @Guarded(value = "contract", fallbackMethod = "neverCall")
        public <T extends @Nullable Object, X extends Throwable> Result<T> call(Operation<? extends T, X> operation)
                throws X {
            return new Result<>(operation.call());
        }

        @Override
        @Guarded(value = "contract", fallbackMethod = "neverStart")
        @SuppressWarnings("NullAway") // as above
        public <T extends @Nullable Object> CompletionStage<T> start(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            return operation.get();
        }

        private Result<String> neverCall(Unheard cause) {
            throw cause;
        }

        private CompletionStage<String> neverStart(Unheard cause) {
            throw cause;
        }
    }

    private record Through(Door door) implements Policy {
        @Override
        public String name() {
            return "contract";
        }

        @Override
        public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
            return door.<T, X>call(operation).value();
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> callAsync(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            return (CompletableFuture<T>) door.start(operation);
        }
    }

    @Nested
    class Blocking extends Contract {}

    @Nested
    class Async extends Contract {
        @Override
        Policy way(Policy policy) {
            return new AsyncWay(policy);
        }

        @Override
        protected ThreadFactory callers() {
            return Thread.ofVirtual().factory();
        }
    }

    @Nested
    class BlockingWithFallback extends Contract {
        @Override
        Class<? extends Door> door() {
            return WithFallback.class;
        }
    }

    @Nested
    class AsyncWithFallback extends Async {
        @Override
        Class<? extends Door> door() {
            return WithFallback.class;
        }
    }

    abstract static class Contract extends WaitingBulkheadContract {
        Policy way(Policy policy) {
            return policy;
        }

        Class<? extends Door> door() {
            return Plain.class;
        }

        @Override
        protected Subject open(Setup setup) {
            Bulkhead configured = Bulkhead.of("contract", setup.limit())
                    .withMaxWait(setup.maxWait())
                    .withMaxWaiting(setup.maxWaiting())
                    .withFair(setup.fair())
                    .withClock(setup.clock());
            for (var listener : setup.listeners()) {
                configured = configured.withListener(listener);
            }
            Bulkhead bulkhead = configured;
            var context = new AnnotationConfigApplicationContext();
            context.registerBean(Bulkhead.class, () -> bulkhead);
            context.register(GuardedAutoConfiguration.class, door());
            context.refresh();
            var through = new Through(context.getBean(Door.class));
            return new Subject(way(through), bulkhead::activeCalls, bulkhead::waitingCalls, context::close);
        }
    }
}
