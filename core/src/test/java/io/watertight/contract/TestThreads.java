// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The threads of one test; a failure in any of them that the test did not look at fails the test. */
public final class TestThreads implements AutoCloseable {
    /** Far above what any step takes, so that it is reached only by a hang. */
    private static final long PATIENCE_SECONDS = 60;

    private final ThreadFactory factory;
    private final List<Started<?>> started = new ArrayList<>();

    public TestThreads(ThreadFactory factory) {
        this.factory = factory;
    }

    /** Starts a thread. */
    public <T extends @Nullable Object> Started<T> start(Callable<T> body) {
        var outcome = new CompletableFuture<T>();
        Thread thread = factory.newThread(() -> {
            try {
                outcome.complete(body.call());
            } catch (Throwable failure) {
                outcome.completeExceptionally(failure);
            }
        });
        var one = new Started<>(thread, outcome);
        synchronized (started) {
            started.add(one);
        }
        thread.start();
        return one;
    }

    /** Waits until the condition holds; for states that no latch can announce, such as a parked thread's. */
    public static void eventually(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                fail("Never became true: " + what);
            }
            LockSupport.parkNanos(50_000);
        }
    }

    @Override
    public void close() {
        for (Started<?> one : started) {
            if (!one.looked) {
                assertThat(one.failure())
                        .as("failure inside a thread of the test")
                        .isNull();
            }
        }
    }

    /** One thread and how it ended. */
    public static final class Started<T extends @Nullable Object> {
        private final Thread thread;
        private final CompletableFuture<T> outcome;
        private volatile boolean looked;

        Started(Thread thread, CompletableFuture<T> outcome) {
            this.thread = thread;
            this.outcome = outcome;
        }

        public Thread thread() {
            return thread;
        }

        /** Waits for the end and returns the result; fails the test if the thread failed. */
        public T result() {
            looked = true;
            Throwable failure = failure();
            if (failure != null) {
                throw new AssertionError("The thread failed", failure);
            }
            return outcome.join();
        }

        /** Waits for the end and returns what the thread threw, or null. */
        public @Nullable Throwable failure() {
            looked = true;
            try {
                outcome.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return null;
            } catch (ExecutionException e) {
                return e.getCause();
            } catch (TimeoutException e) {
                var stuck = new AssertionError(thread + " is stuck");
                stuck.setStackTrace(thread.getStackTrace());
                return stuck;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return e;
            }
        }
    }
}
