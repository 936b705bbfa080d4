// SPDX-License-Identifier: Apache-2.0
package io.watertight.pipeline;

import io.watertight.Operation;
import io.watertight.Policy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Policies that write down what passes them. */
final class TestPolicies {
    private TestPolicies() {}

    /** Lets everything through and notes it. */
    static class Noting implements Policy {
        private final String name;
        private final List<String> notes;

        Noting(String name, List<String> notes) {
            this.name = name;
            this.notes = notes;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public <T extends @Nullable Object, X extends Throwable> T call(Operation<? extends T, X> operation) throws X {
            notes.add("into " + name);
            try {
                return operation.call();
            } finally {
                notes.add("out of " + name);
            }
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> callAsync(
                Supplier<? extends @Nullable CompletionStage<T>> operation) {
            notes.add("into " + name);
            CompletionStage<T> stage = operation.get();
            if (stage == null) {
                throw new NullPointerException("no stage");
            }
            return stage.whenComplete((value, failure) -> notes.add("out of " + name))
                    .toCompletableFuture();
        }
    }

    /** Says that it may return while its operation still runs. */
    static final class AbandoningTimeout extends Noting {
        AbandoningTimeout(String name) {
            super(name, List.of());
        }

        @Override
        public boolean mayAbandon() {
            return true;
        }
    }

    /** Says both, as a pool with a timeout does. */
    static final class Pool extends Noting {
        Pool(String name) {
            super(name, List.of());
        }

        @Override
        public boolean holdsPermit() {
            return true;
        }

        @Override
        public boolean mayAbandon() {
            return true;
        }
    }
}
