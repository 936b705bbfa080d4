// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallRejectedException;
import io.watertight.Operation;
import io.watertight.Policy;
import io.watertight.bulkhead.BulkheadEvent;
import io.watertight.contract.TestThreads.Started;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Opens the bulkhead of a test, makes its threads and, after every test, checks that nothing was lost. */
abstract class Harness {
    private final TestThreads threads = new TestThreads(callers());
    private @Nullable Subject subject;
    private @Nullable Setup setup;

    final List<BulkheadEvent> events = new CopyOnWriteArrayList<>();

    /** Opens a bulkhead of the kind under test. */
    protected abstract Subject open(Setup setup);

    /** Makes the threads that call it. */
    protected ThreadFactory callers() {
        return Thread.ofPlatform().daemon().factory();
    }

    final Policy given(Setup wanted) {
        setup = wanted;
        subject = open(wanted);
        return subject.policy();
    }

    final <T extends @Nullable Object> Started<T> start(Operation<T, ? extends Exception> body) {
        return threads.start(body::call);
    }

    /** Starts an asynchronous call and returns when its operation has started. */
    final <T extends @Nullable Object> CompletableFuture<T> running(Policy policy, CompletionStage<T> stage) {
        var started = new CountDownLatch(1);
        CompletableFuture<T> future = policy.callAsync(() -> {
            started.countDown();
            return stage;
        });
        TestThreads.eventually("the operation has started", () -> started.getCount() == 0);
        return future;
    }

    /** Waits until a future has completed, in whichever way, and returns it. */
    static <F extends CompletableFuture<?>> F settled(F future) {
        TestThreads.eventually("the future completes", future::isDone);
        return future;
    }

    final Held hold(Policy policy, int count) {
        return Held.hold(threads, policy, count);
    }

    private Subject opened() {
        return Objects.requireNonNull(subject, "a test starts with given(...)");
    }

    final int active() {
        return opened().activeCalls().getAsInt();
    }

    final int waiting() {
        return opened().waitingCalls().getAsInt();
    }

    final void eventuallyWaiting(int count) {
        TestThreads.eventually(count + " calls wait, now " + waiting(), () -> waiting() == count);
    }

    final <E extends BulkheadEvent> List<E> events(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    final void assertRejected(Policy policy) {
        assertThatThrownBy(() -> policy.call(() -> {
                    throw new AssertionError("the operation of a rejected call was started");
                }))
                .isInstanceOf(CallRejectedException.class);
    }

    @AfterEach
    final void nothingWasLost() {
        threads.close();
        if (subject == null || setup == null) {
            return;
        }
        TestThreads.eventually("active 0 and waiting 0", () -> active() == 0 && waiting() == 0);
        int limit = setup.limit();
        try (var again = new TestThreads(callers());
                Held full = Held.hold(again, subject.policy(), limit)) {
            assertThat(active()).as("the full limit is admitted again").isEqualTo(limit);
            if (setup.maxWait().isZero()) {
                assertRejected(subject.policy());
            }
        }
        assertThat(active()).isZero();
        subject.close().run();
    }
}
