// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.watertight.ContextPropagator;
import io.watertight.ResilientException;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.bulkhead.BulkheadEvent.TimedOut;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the contract leaves to the thread-pool bulkhead: queue, timeout, threads, closing. */
class ThreadPoolBulkheadTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    private final CountDownLatch release = new CountDownLatch(1);
    private final List<ThreadPoolBulkhead> opened = new ArrayList<>();

    private ThreadPoolBulkhead opened(ThreadPoolBulkhead bulkhead) {
        opened.add(bulkhead);
        return bulkhead;
    }

    @AfterEach
    void nothingWasLost() {
        release.countDown();
        for (ThreadPoolBulkhead bulkhead : opened) {
            TestThreads.eventually("idle: " + bulkhead, () -> bulkhead.activeCalls() + bulkhead.queuedCalls() == 0);
            bulkhead.close();
        }
    }

    @CanIgnoreReturnValue
    private CompletableFuture<String> blocked(ThreadPoolBulkhead bulkhead) {
        return bulkhead.submit(() -> {
            release.await();
            return "released";
        });
    }

    /** Peer fault 11: threads stay at "core" while the queue fills. */
    @Test
    void threadsComeBeforeTheQueue() {
        ThreadPoolBulkhead bulkhead =
                opened(ThreadPoolBulkhead.of("inventory", 4).withQueueCapacity(10));
        for (int i = 0; i < 5; i++) {
            blocked(bulkhead);
        }
        assertThat(bulkhead.activeCalls()).isEqualTo(4);
        assertThat(bulkhead.queuedCalls()).isEqualTo(1);
        assertThat(bulkhead).hasToString("ThreadPoolBulkhead[inventory: 4 of 4 active, 1 of 10 queued]");
    }

    /** Peer fault 11: two settings for one queue. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exactlyThreadsPlusQueueAreAccepted(boolean virtual) {
        ThreadPoolBulkhead bulkhead = opened(
                ThreadPoolBulkhead.of("inventory", 1).withQueueCapacity(100).withVirtualThreads(virtual));
        List<CompletableFuture<String>> accepted = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            accepted.add(blocked(bulkhead));
        }
        assertThatThrownBy(() -> bulkhead.call(() -> "never"))
                .isInstanceOf(BulkheadFullException.class)
                .hasMessage("Bulkhead 'inventory' is full: 1 of 1 active, 100 queued, no place left in the queue");
        release.countDown();
        assertThat(accepted).extracting(CompletableFuture::join).containsOnly("released");
    }

    /** Peer fault 4: a task cancelled before it ran keeps its place. */
    @Test
    void aCallCancelledInTheQueueFreesItsPlaceAndNeverStarts() {
        ThreadPoolBulkhead bulkhead =
                opened(ThreadPoolBulkhead.of("inventory", 1).withQueueCapacity(1));
        blocked(bulkhead);
        var started = new AtomicBoolean();
        CompletableFuture<Boolean> cancelled = bulkhead.submit(() -> started.getAndSet(true));
        assertThat(cancelled.cancel(true)).isTrue();
        assertThat(bulkhead.queuedCalls()).isZero();
        CompletableFuture<String> next = bulkhead.submit(() -> "accepted");
        release.countDown();
        assertThat(next.join()).isEqualTo("accepted");
        assertThat(started).isFalse();
    }

    /** Peer fault 5: a timeout gives the place back while the body still runs. */
    @Test
    void aTimedOutCallKeepsItsPlaceUntilItsOperationHasReturned() {
        var running = new AtomicInteger();
        var maxRun = new AtomicInteger();
        ThreadPoolBulkhead bulkhead =
                opened(ThreadPoolBulkhead.of("inventory", 1).withTimeout(SHORT));
        CompletableFuture<String> stubborn = bulkhead.submit(() -> {
            maxRun.accumulateAndGet(running.incrementAndGet(), Math::max);
            awaitUninterruptibly(release);
            running.decrementAndGet();
            return "late";
        });
        assertThatThrownBy(stubborn::join)
                .hasCauseInstanceOf(TimeoutExceededException.class)
                .hasMessageContaining("Call of 'inventory' exceeded its timeout of PT0.05S");
        for (int i = 0; i < 8; i++) {
            assertThatThrownBy(() -> bulkhead.run(() -> maxRun.accumulateAndGet(running.incrementAndGet(), Math::max)))
                    .isInstanceOf(BulkheadFullException.class);
        }
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        release.countDown();
        TestThreads.eventually("the place is free", () -> bulkhead.activeCalls() == 0);
        assertThat(bulkhead.call(() -> "next")).isEqualTo("next");
        assertThat(maxRun).hasValue(1);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Peer fault 6: threads of timed-out calls are never interrupted. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTimedOutCallIsInterruptedAndTheNextOneIsAccepted(boolean virtual) throws Exception {
        var interrupted = new CountDownLatch(1);
        var events = new ArrayList<TimedOut>();
        ThreadPoolBulkhead bulkhead = opened(ThreadPoolBulkhead.of("inventory", 1)
                .withVirtualThreads(virtual)
                .withTimeout(SHORT)
                .withListener(TimedOut.class, events::add));
        assertThatThrownBy(() -> bulkhead.call(() -> {
                    try {
                        new CountDownLatch(1).await();
                        return "never";
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                }))
                .isInstanceOf(TimeoutExceededException.class);
        interrupted.await();
        assertThat(events).hasSize(1).allMatch(TimedOut::started);
        TestThreads.eventually("the place is free", () -> bulkhead.activeCalls() == 0);
        assertThat(bulkhead.call(() -> Thread.currentThread().isInterrupted()))
                .as("the interrupt did not escape into the next call")
                .isFalse();
    }

    /** Peer fault 7: a call that timed out in the queue starts later anyway. */
    @Test
    void aCallThatTimedOutInTheQueueIsRemovedAndNeverStarts() {
        var events = new ArrayList<TimedOut>();
        ThreadPoolBulkhead bulkhead = opened(ThreadPoolBulkhead.of("inventory", 1)
                .withQueueCapacity(5)
                .withTimeout(SHORT)
                .withListener(TimedOut.class, events::add));
        CompletableFuture<String> holder = bulkhead.submit(() -> {
            awaitUninterruptibly(release);
            return "late";
        });
        assertThatThrownBy(holder::join).hasCauseInstanceOf(TimeoutExceededException.class);
        var started = new AtomicBoolean();
        CompletableFuture<Boolean> second = bulkhead.submit(() -> started.getAndSet(true));
        assertThat(bulkhead.queuedCalls()).isEqualTo(1);
        assertThatThrownBy(second::join).hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(bulkhead.queuedCalls()).isZero();
        assertThat(events).extracting(TimedOut::started).containsExactly(true, false);
        release.countDown();
        TestThreads.eventually("the place is free", () -> bulkhead.activeCalls() == 0);
        assertThat(bulkhead.call(() -> "next")).isEqualTo("next");
        assertThat(started).isFalse();
    }

    @Test
    void cancellingARunningCallInterruptsItAndKeepsItsPlace() throws Exception {
        var running = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        ThreadPoolBulkhead bulkhead = opened(ThreadPoolBulkhead.of("inventory", 1));
        CompletableFuture<String> call = bulkhead.submit(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            release.await();
            return "late";
        });
        running.await();
        assertThat(call.cancel(true)).isTrue();
        interrupted.await();
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        assertThatThrownBy(call::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void interruptingTheWaitingCallerCancelsTheCall() throws Exception {
        var running = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        ThreadPoolBulkhead bulkhead = opened(ThreadPoolBulkhead.of("inventory", 1));
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            var caller = threads.start(() -> {
                assertThatThrownBy(() -> bulkhead.call(() -> {
                            running.countDown();
                            try {
                                return blockForEver();
                            } finally {
                                interrupted.countDown();
                            }
                        }))
                        .isInstanceOf(ResilientException.class)
                        .hasCauseInstanceOf(InterruptedException.class);
                return Thread.currentThread().isInterrupted();
            });
            running.await();
            caller.thread().interrupt();
            assertThat(caller.result()).isTrue();
            interrupted.await();
        }
    }

    private static String blockForEver() throws InterruptedException {
        new CountDownLatch(1).await();
        return "never";
    }

    @Test
    void callThrowsTheOperationsOwnExceptionUntouched() {
        ThreadPoolBulkhead bulkhead = opened(ThreadPoolBulkhead.of("inventory", 1));
        for (Exception thrown : List.of(
                new IOException("checked"),
                new CompletionException("a completion's", new IOException("cause")),
                new CancellationException("a cancellation's"),
                new ExecutionException("an execution's", new IOException("cause")))) {
            assertThatThrownBy(() -> bulkhead.call(() -> {
                        throw thrown;
                    }))
                    .isSameAs(thrown);
        }
    }

    /** The seed's promise: responsive even if every thread of the compartment is stuck in a dead socket. */
    @Test
    void theCallerStaysResponsiveWhileEveryThreadHangsOnASocket() throws Exception {
        ThreadPoolBulkhead bulkhead = opened(
                ThreadPoolBulkhead.of("inventory", 4).withQueueCapacity(2).withTimeout(SHORT));
        try (var dead = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var sockets = new ArrayList<Socket>();
            for (int i = 0; i < 4; i++) {
                sockets.add(new Socket(dead.getInetAddress(), dead.getLocalPort()));
            }
            List<CompletableFuture<Integer>> hung = sockets.stream()
                    .map(socket -> bulkhead.submit(() -> socket.getInputStream().read()))
                    .toList();
            assertThat(hung)
                    .allSatisfy(
                            call -> assertThatThrownBy(call::join).hasCauseInstanceOf(TimeoutExceededException.class));
            assertThat(bulkhead.activeCalls())
                    .as("a platform thread's socket read ignores the interrupt")
                    .isEqualTo(4);
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(() -> bulkhead.call(() -> "never"))
                        .as("queued and timed out")
                        .isInstanceOf(TimeoutExceededException.class);
            }
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        TestThreads.eventually("the threads are back", () -> bulkhead.activeCalls() == 0);
        assertThat(bulkhead.call(() -> "recovered")).isEqualTo("recovered");
    }

    @Test
    void aThreadThatCannotStartFailsItsCallAndCostsNothing() {
        var broken = new AtomicBoolean(true);
        ThreadFactory threads = task -> {
            if (broken.get()) {
                throw new OutOfMemoryError("unable to create native thread, simulated");
            }
            return Thread.ofPlatform().daemon().unstarted(task);
        };
        ThreadPoolBulkhead bulkhead =
                opened(ThreadPoolBulkhead.of("inventory", 2).withThreadFactory(threads));
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> bulkhead.call(() -> "never")).isInstanceOf(OutOfMemoryError.class);
        }
        assertThat(bulkhead.activeCalls()).isZero();
        broken.set(false);
        assertThat(bulkhead.call(() -> "next")).isEqualTo("next");
    }

    @Test
    @SuppressWarnings("NullAway") // what a careless factory does
    void aFactoryThatReturnsNullFailsTheCall() {
        ThreadPoolBulkhead bulkhead =
                opened(ThreadPoolBulkhead.of("inventory", 1).withThreadFactory(task -> null));
        assertThatThrownBy(() -> bulkhead.call(() -> "never"))
                .hasMessage("threadFactory of bulkhead 'inventory' returned null: let it return a thread or throw");
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void aHundredThousandQueuedCallsDrainOnOneThread() {
        int calls = 100_000;
        ThreadPoolBulkhead bulkhead =
                opened(ThreadPoolBulkhead.of("inventory", 1).withQueueCapacity(calls));
        blocked(bulkhead);
        var ran = new AtomicInteger();
        CompletableFuture<?> last = CompletableFuture.completedFuture(null);
        for (int i = 0; i < calls; i++) {
            last = bulkhead.submit(ran::incrementAndGet);
        }
        release.countDown();
        assertThat(last.join()).isEqualTo(calls);
    }

    /** Peer fault 19: a closed pool says "full". */
    @Test
    void aClosedBulkheadSaysSo() {
        ThreadPoolBulkhead bulkhead = ThreadPoolBulkhead.of("inventory", 1);
        bulkhead.close();
        bulkhead.close();
        assertThatThrownBy(() -> bulkhead.call(() -> "never"))
                .isInstanceOf(BulkheadClosedException.class)
                .hasMessage("Bulkhead 'inventory' is closed: it admits no more calls");
        assertThat(bulkhead.submit(() -> "never").exceptionNow()).isInstanceOf(BulkheadClosedException.class);
        assertThat(bulkhead.callAsync(() -> CompletableFuture.completedFuture("never"))
                        .exceptionNow())
                .isInstanceOf(BulkheadClosedException.class);
    }

    @Test
    void closingCompletesEveryFutureAndEndsTheThreads() {
        ThreadPoolBulkhead bulkhead = ThreadPoolBulkhead.of("to-be-closed", 2).withQueueCapacity(5);
        var running = new CountDownLatch(2);
        List<CompletableFuture<String>> active = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            active.add(bulkhead.submit(() -> {
                running.countDown();
                return blockForEver();
            }));
        }
        TestThreads.eventually("both run", () -> running.getCount() == 0);
        List<CompletableFuture<String>> queued =
                List.of(bulkhead.submit(() -> "never"), bulkhead.submit(() -> "never"));

        bulkhead.close();

        assertThat(active)
                .allSatisfy(call -> assertThat(call.exceptionNow())
                        .isInstanceOf(ResilientException.class)
                        .hasMessage("Bulkhead 'to-be-closed' was closed while the call ran; it was interrupted"));
        assertThat(queued)
                .allSatisfy(call -> assertThat(call.exceptionNow()).isInstanceOf(BulkheadClosedException.class));
        TestThreads.eventually(
                "no thread is left", () -> threadsNamed("to-be-closed-").isEmpty());
        assertThat(bulkhead.activeCalls() + bulkhead.queuedCalls()).isZero();
    }

    private static List<String> threadsNamed(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    @Test
    void closingWithADrainLetsAdmittedCallsEnd() {
        ThreadPoolBulkhead bulkhead = ThreadPoolBulkhead.of("inventory", 1).withQueueCapacity(1);
        CompletableFuture<String> running = blocked(bulkhead);
        CompletableFuture<String> queued = bulkhead.submit(() -> "queued");
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            var closer = threads.start(() -> bulkhead.close(Duration.ofMinutes(1)));
            TestThreads.eventually(
                    "nothing more is admitted",
                    () -> bulkhead.submit(() -> "never")
                            .handle((value, failure) -> failure instanceof BulkheadClosedException)
                            .join());
            release.countDown();
            assertThat(closer.result()).isTrue();
        }
        assertThat(running).isCompletedWithValue("released");
        assertThat(queued).isCompletedWithValue("queued");
    }

    @Test
    void closingWithADrainThatIsTooShortInterrupts() {
        ThreadPoolBulkhead bulkhead = ThreadPoolBulkhead.of("inventory", 1);
        CompletableFuture<String> running = blocked(bulkhead);
        assertThat(bulkhead.close(Duration.ofMillis(1))).isFalse();
        assertThat(running).isCompletedExceptionally();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bulkhead.close(Duration.ofNanos(-1)))
                .withMessageContaining("must not be negative, was PT-0.000000001S");
    }

    /** Peer fault 18: context is missing on the pool thread, or the worker keeps the last caller's. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theCallersContextIsThereAndTheWorkersOwnIsBackAfterwards(boolean virtual) {
        var local = new ThreadLocal<String>();
        var heard = new AtomicReference<String>();
        ThreadPoolBulkhead bulkhead = opened(ThreadPoolBulkhead.of("inventory", 1)
                .withVirtualThreads(virtual)
                .withContextPropagator(ContextPropagator.ofThreadLocal(local))
                .withListener(Permitted.class, event -> heard.set(local.get())));
        local.set("r1");
        assertThat(bulkhead.call(local::get)).isEqualTo("r1");
        assertThat(heard).hasValue("r1");
        local.remove();
        assertThat(bulkhead.<String, RuntimeException>call(() -> String.valueOf(local.get())))
                .isEqualTo("null");
    }

    @Test
    void theWorkersOwnValueIsBackAfterwards() {
        var local = new ThreadLocal<String>();
        ThreadPoolBulkhead bulkhead = opened(ThreadPoolBulkhead.of("inventory", 1)
                .withThreadFactory(task -> Thread.ofPlatform().daemon().unstarted(() -> {
                    local.set("worker's");
                    task.run();
                })));
        ThreadPoolBulkhead propagating = opened(bulkhead.withContextPropagator(ContextPropagator.ofThreadLocal(local)));
        local.set("caller's");
        assertThat(propagating.call(local::get)).isEqualTo("caller's");
        assertThat(bulkhead.call(local::get)).isEqualTo("worker's");
        var after = new CompletableFuture<String>();
        propagating.run(() -> {});
        propagating.submit(() -> "result").whenComplete((value, failure) -> {}).join();
        ThreadPoolBulkhead observed = opened(bulkhead.withContextPropagator(() -> () -> {
            String former = String.valueOf(local.get());
            return () -> after.complete(former);
        }));
        observed.run(() -> {});
        assertThat(after.join()).isEqualTo("worker's");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBrokenPropagatorFailsTheCallAndCostsNothing(boolean onCapture) {
        ContextPropagator broken = () -> {
            if (onCapture) {
                throw new IllegalStateException("no capture");
            }
            return () -> {
                throw new IllegalStateException("no context");
            };
        };
        ThreadPoolBulkhead bulkhead =
                opened(ThreadPoolBulkhead.of("inventory", 1).withContextPropagator(broken));
        var started = new AtomicBoolean();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> bulkhead.run(() -> started.set(true)))
                    .hasMessage(onCapture ? "no capture" : "no context");
        }
        assertThat(started).isFalse();
        assertThat(bulkhead.activeCalls()).isZero();
    }

    /** Opening works for the operation and fails for the timeout, which must come all the same. */
    @Test
    void aBrokenPropagatorDoesNotStopTheTimeout() {
        var opened = new AtomicInteger();
        ContextPropagator broken = () -> () -> {
            if (opened.incrementAndGet() > 1) {
                throw new IllegalStateException("no context");
            }
            return () -> {};
        };
        ThreadPoolBulkhead bulkhead = opened(ThreadPoolBulkhead.of("inventory", 1)
                .withQueueCapacity(1)
                .withTimeout(SHORT)
                .withContextPropagator(broken));
        CompletableFuture<String> running = bulkhead.submit(() -> {
            awaitUninterruptibly(release);
            return "late";
        });
        TestThreads.eventually("it runs", () -> opened.get() == 1);
        CompletableFuture<String> queued = bulkhead.submit(() -> "never");
        assertThatThrownBy(running::join).hasCauseInstanceOf(TimeoutExceededException.class);
        assertThatThrownBy(queued::join).hasCauseInstanceOf(TimeoutExceededException.class);
    }

    @Test
    void refusesBadOptions() {
        ThreadPoolBulkhead bulkhead = ThreadPoolBulkhead.of("inventory", 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThreadPoolBulkhead.of("inventory", 0))
                .withMessageContaining("must be at least 1, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ThreadPoolBulkhead.fromConfiguration(" ", 1))
                .withMessageContaining("must not be blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bulkhead.withQueueCapacity(-1))
                .withMessage("queueCapacity of bulkhead 'inventory' must not be negative, was -1: use 0 for no queue");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bulkhead.withTimeout(Duration.ZERO))
                .withMessage("timeout of bulkhead 'inventory' must be positive, was PT0S:"
                        + " leave the wither out for no timeout");
    }

    @Test
    void aHugeTimeoutIsClampedAndWorks() {
        ThreadPoolBulkhead bulkhead =
                opened(ThreadPoolBulkhead.of("inventory", 1).withTimeout(Duration.ofSeconds(Long.MAX_VALUE)));
        assertThat(bulkhead.call(() -> "result")).isEqualTo("result");
    }
}
