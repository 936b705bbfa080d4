// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Policies that break one law each, to show that the soak sees it. */
public final class BrokenKinds {
    private BrokenKinds() {}

    /** Admits one more than it says. */
    public static Kind aboveItsLimit() {
        return (name, random) -> {
            Bulkhead bulkhead = Bulkhead.fromConfiguration(name, 2);
            return Subject.limited("too wide", "2 for 1", bulkhead, 1, EnumSet.noneOf(Subject.GiveUp.class), bulkhead);
        };
    }

    /** Keeps a permit when an operation fails. */
    static Kind leaky() {
        return (name, random) -> {
            Bulkhead bulkhead = Bulkhead.fromConfiguration(name, 3);
            return Subject.limited(
                    "leaky", "leaks", new Leaky(bulkhead), 3, EnumSet.noneOf(Subject.GiveUp.class), bulkhead);
        };
    }

    /** Leaks too, and does not show it in any count. */
    static Kind secretlyLeaky() {
        return (name, random) -> Subject.limited(
                "secretly leaky",
                "leaks",
                new Leaky(Bulkhead.fromConfiguration(name, 3)),
                3,
                EnumSet.noneOf(Subject.GiveUp.class));
    }

    /** Hands out futures whose cancelling does not reach the call that waits. */
    static Kind deaf() {
        return (name, random) -> {
            Bulkhead bulkhead = Bulkhead.fromConfiguration(name, 1).withMaxWait(Duration.ofHours(1));
            return Subject.limited(
                    "deaf", "deaf to cancel", new Deaf(bulkhead), 1, EnumSet.of(Subject.GiveUp.CANCEL), bulkhead);
        };
    }

    /** Answers the call of another. */
    static Kind mixedUp() {
        return (name, random) -> Subject.unlimited("mixed up", "mixed up", new MixedUp());
    }

    private record Leaky(Bulkhead bulkhead) implements Policy {
        @Override
        public String name() {
            return bulkhead.name();
        }

        @Override
        public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
            try {
                return bulkhead.<T, X>call(operation);
            } catch (Throwable failure) {
                bulkhead.tryAcquire();
                throw failure;
            }
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> callAsync(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            return bulkhead.callAsync(operation);
        }
    }

    private record Deaf(Bulkhead bulkhead) implements Policy {
        @Override
        public String name() {
            return bulkhead.name();
        }

        @Override
        public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
            return bulkhead.<T, X>call(operation);
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> callAsync(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            return bulkhead.<T>callAsync(operation).thenApply(value -> value);
        }
    }

    private record MixedUp() implements Policy {
        @Override
        public String name() {
            return "mixed up";
        }

        @Override
        @SuppressWarnings("unchecked") // that is what is broken
        public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
            operation.call();
            return (T) Long.valueOf(7);
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> callAsync(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            return CompletableFuture.failedFuture(new IllegalStateException("no such call"));
        }
    }

    /** Lets through what the supplier throws. */
    record Throwing() implements Policy {
        @Override
        public String name() {
            return "throwing";
        }

        @Override
        public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
            return operation.call();
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> callAsync(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            CompletionStage<T> stage = operation.get();
            return stage == null
                    ? CompletableFuture.failedFuture(new NullPointerException("no stage"))
                    : stage.thenApply(value -> value).toCompletableFuture();
        }
    }
}
