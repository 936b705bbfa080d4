// SPDX-License-Identifier: Apache-2.0
package io.watertight.timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallRejectedException;
import io.watertight.ContextPropagator;
import io.watertight.Pipeline;
import io.watertight.ResilientException;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.contract.TestThreads;
import io.watertight.timeout.TimeoutEvent.Exceeded;
import io.watertight.timeout.TimeoutEvent.Finished;
import io.watertight.timeout.TimeoutEvent.Straggled;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeoutTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofHours(1);

    private final CountDownLatch release = new CountDownLatch(1);
    private final List<TimeoutEvent> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void noInterruptEscaped() {
        release.countDown();
        assertThat(Thread.interrupted()).isFalse();
    }

    private static String block() throws InterruptedException {
        new CountDownLatch(1).await();
        return "never";
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResultInTimePassesThrough(boolean abandonment) throws Exception {
        Timeout timeout =
                Timeout.of("inventory", LONG).withAbandonment(abandonment).withListener(events::add);
        assertThat(timeout.call(() -> "result")).isEqualTo("result");
        var own = new IOException("its own");
        assertThatThrownBy(() -> timeout.call(() -> {
                    throw own;
                }))
                .isSameAs(own);
        assertThat(timeout.callAsync(() -> CompletableFuture.completedFuture("async")))
                .isCompletedWithValue("async");
        assertThat(events).hasSize(3).allSatisfy(event -> assertThat(event).isInstanceOf(Finished.class));
    }

    @Test
    void atTheLimitTheCallersThreadIsInterrupted() {
        Timeout timeout = Timeout.of("inventory", SHORT).withListener(events::add);
        Thread caller = Thread.currentThread();
        long since = System.nanoTime();
        assertThatThrownBy(() -> timeout.call(() -> {
                    assertThat(Thread.currentThread()).isSameAs(caller);
                    return block();
                }))
                .isInstanceOfSatisfying(TimeoutExceededException.class, exceeded -> {
                    assertThat(exceeded.name()).isEqualTo("inventory");
                    assertThat(exceeded.timeout()).isEqualTo(SHORT);
                    assertThat(exceeded.getSuppressed()).hasSize(1).hasOnlyElementsOfType(InterruptedException.class);
                })
                .isNotInstanceOf(CallRejectedException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThanOrEqualTo(SHORT);
        assertThat(events).hasSize(1).first().isInstanceOfSatisfying(Exceeded.class, exceeded -> {
            assertThat(exceeded.timeout()).isEqualTo(SHORT);
            assertThat(exceeded.elapsed()).isGreaterThanOrEqualTo(SHORT);
        });
    }

    /** The default kind waits for the operation, and so a bulkhead around it keeps its permit until then. */
    @Test
    void anOperationThatIgnoresInterruptionReturnsLateAndHoldsItsPermit() throws Exception {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1);
        Pipeline guarded = Pipeline.of(bulkhead, Timeout.of("inventory", SHORT));
        assertThat(guarded).hasToString("bulkhead(timeout(operation))");
        var interrupted = new CountDownLatch(1);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            var caller = threads.start(() -> guarded.call(() -> {
                while (release.getCount() > 0) {
                    if (Thread.currentThread().isInterrupted()) {
                        interrupted.countDown();
                    }
                    Thread.onSpinWait();
                }
                return "late";
            }));
            interrupted.await();
            assertThat(bulkhead.activeCalls()).isEqualTo(1);
            assertThat(bulkhead.tryAcquire()).isEmpty();
            release.countDown();
            assertThat(caller.failure())
                    .isInstanceOf(TimeoutExceededException.class)
                    .hasNoSuppressedExceptions();
        }
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void aStaleInterruptOfOursNeverEscapes() {
        Timeout timeout = Timeout.of("inventory", Duration.ofNanos(1));
        for (int i = 0; i < 2_000; i++) {
            try {
                timeout.run(() -> {});
            } catch (TimeoutExceededException exceeded) {
                // either end is right
            }
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void aForeignInterruptIsNeverLost() {
        Timeout never = Timeout.of("inventory", LONG);
        never.run(() -> Thread.currentThread().interrupt());
        assertThat(Thread.interrupted()).isTrue();

        Timeout fires = Timeout.of("inventory", SHORT);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> fires.run(release::await)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted())
                .as("consumed by the operation, as without a timeout")
                .isFalse();
    }

    @Test
    void ofNestedTimeoutsTheInnerOneThatFiresIsReported() {
        Timeout inner = Timeout.of("inner", SHORT);
        Timeout outer = Timeout.of("outer", LONG);
        assertThatThrownBy(() -> outer.call(() -> inner.call(TimeoutTest::block)))
                .isInstanceOfSatisfying(
                        TimeoutExceededException.class,
                        exceeded -> assertThat(exceeded.name()).isEqualTo("inner"));
        assertThatThrownBy(() -> inner.call(() -> outer.call(TimeoutTest::block)))
                .isInstanceOfSatisfying(
                        TimeoutExceededException.class,
                        exceeded -> assertThat(exceeded.name()).isEqualTo("inner"));
    }

    /** Both have fired; the inner one's clean-up must leave the outer one's interrupt for what comes after. */
    @Test
    void anOuterTimeoutStillInterruptsWhatFollowsAnInnerOneThatReturnedLate() {
        Timeout inner = Timeout.of("inner", Duration.ofMillis(5));
        Timeout outer = Timeout.of("outer", SHORT);
        assertThatThrownBy(() -> outer.call(() -> {
                    long since = System.nanoTime();
                    try {
                        inner.run(() -> {
                            while (System.nanoTime() - since < 3 * SHORT.toNanos()) {
                                Thread.onSpinWait();
                            }
                        });
                    } catch (TimeoutExceededException first) {
                        // tried again, beyond the outer limit
                    }
                    return block();
                }))
                .isInstanceOfSatisfying(
                        TimeoutExceededException.class,
                        exceeded -> assertThat(exceeded.name()).isEqualTo("outer"));
    }

    @Test
    void withAbandonmentTheCallerLeavesAtTheLimitAndTheStragglerIsReported() throws Exception {
        var interrupted = new CountDownLatch(1);
        Timeout timeout = Timeout.of("inventory", SHORT).withAbandonment(true).withListener(events::add);
        assertThatThrownBy(() -> timeout.call(() -> {
                    assertThat(Thread.currentThread().isVirtual()).isTrue();
                    try {
                        return block();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        release.await();
                        return "late";
                    }
                }))
                .isInstanceOf(TimeoutExceededException.class);
        interrupted.await();
        assertThat(events).hasSize(1).first().isInstanceOf(Exceeded.class);
        release.countDown();
        TestThreads.eventually("the straggler is reported", () -> events.size() == 2);
        assertThat(events.get(1))
                .isInstanceOfSatisfying(
                        Straggled.class,
                        straggled -> assertThat(straggled.elapsed()).isGreaterThanOrEqualTo(SHORT));
    }

    @Test
    void withAbandonmentAnInterruptedCallerInterruptsTheOperation() throws Exception {
        var running = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        Timeout timeout = Timeout.of("inventory", LONG).withAbandonment(true);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            var caller = threads.start(() -> {
                assertThatThrownBy(() -> timeout.call(() -> {
                            running.countDown();
                            try {
                                return block();
                            } finally {
                                interrupted.countDown();
                            }
                        }))
                        .isExactlyInstanceOf(ResilientException.class)
                        .hasCauseInstanceOf(InterruptedException.class);
                return Thread.currentThread().isInterrupted();
            });
            running.await();
            caller.thread().interrupt();
            assertThat(caller.result()).isTrue();
            interrupted.await();
        }
    }

    /** Peer fault 18, on the hop of an operation that can be abandoned. */
    @Test
    void withAbandonmentTheCallersContextIsThere() {
        var local = new ThreadLocal<String>();
        Timeout timeout = Timeout.of("inventory", LONG)
                .withAbandonment(true)
                .withContextPropagator(ContextPropagator.ofThreadLocal(local));
        local.set("r1");
        assertThat(timeout.call(local::get)).isEqualTo("r1");
    }

    @Test
    void anAbandoningTimeoutInsideABulkheadIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipeline.of(
                        Bulkhead.of("inventory", 1), Timeout.of("limit", SHORT).withAbandonment(true)))
                .withMessage("Unsound order bulkhead(timeout(operation)): 'limit' may return while the operation still"
                        + " runs, so 'inventory' around it would give its permit back too early; sound is"
                        + " timeout(bulkhead(operation)), or a timeout that waits for its operation");
    }

    @Test
    void aThreadPoolInsideABulkheadIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipeline.of(Bulkhead.of("total", 1), ThreadPoolBulkhead.of("inventory", 1)))
                .withMessage("Unsound order bulkhead(threadPoolBulkhead(operation)): 'inventory' may return while the"
                        + " operation still runs, so 'total' around it would give its permit back too early; sound is"
                        + " threadPoolBulkhead(bulkhead(operation)), or a timeout that waits for its operation");
    }

    @Test
    void twoThreadPoolsInOnePipelineAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Pipeline.of(ThreadPoolBulkhead.of("total", 1), ThreadPoolBulkhead.of("share", 1)))
                .withMessageEndingWith("no order of these is sound, so leave one of them out");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAsyncCallIsCancelledAtTheLimit(boolean abandonment) {
        Timeout timeout = Timeout.of("inventory", SHORT).withAbandonment(abandonment);
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> future = timeout.callAsync(() -> stage);
        assertThatThrownBy(future::join).hasCauseInstanceOf(TimeoutExceededException.class);
        TestThreads.eventually("the stage is cancelled", stage::isCancelled);
    }

    @Test
    void anAsyncCallThatCannotBeCancelledCompletesWithItsStage() {
        Timeout timeout = Timeout.of("inventory", SHORT).withListener(events::add);
        var work = new CompletableFuture<String>();
        CompletableFuture<String> future = timeout.callAsync(work::minimalCompletionStage);
        var abandoned = timeout.withAbandonment(true).callAsync(work::minimalCompletionStage);
        assertThatThrownBy(abandoned::join).hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(future).isNotDone();
        work.complete("late");
        assertThatThrownBy(future::join).hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(events.stream().filter(Straggled.class::isInstance)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cancellingTheFutureCancelsTheStage(boolean abandonment) {
        Timeout timeout = Timeout.of("inventory", LONG).withAbandonment(abandonment);
        var stage = new CompletableFuture<String>();
        CompletableFuture<String> future = timeout.callAsync(() -> stage);
        future.cancel(true);
        assertThat(stage).isCancelled();
    }

    @Test
    void callAsyncNeverThrows() {
        Timeout timeout = Timeout.of("inventory", LONG);
        assertThat(timeout.callAsync(() -> {
                            throw new IllegalStateException("a supplier's");
                        })
                        .exceptionNow())
                .hasMessage("a supplier's");
        assertThat(timeout.callAsync(() -> null).exceptionNow()).isInstanceOf(NullPointerException.class);
    }

    @Test
    void hugeLimitsAreClamped() {
        Timeout timeout = Timeout.of("inventory", Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(timeout.call(() -> "result")).isEqualTo("result");
        assertThat(timeout.limit()).isEqualTo(Duration.ofSeconds(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void refusesALimitThatIsNotPositive(long nanos) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timeout.of("inventory", Duration.ofNanos(nanos)))
                .withMessageStartingWith(
                        "limit of timeout 'inventory' must be positive, was " + Duration.ofNanos(nanos));
    }

    @Test
    void aThrowingListenerChangesNothing() {
        Consumer<TimeoutEvent> hostile = event -> {
            throw new AssertionError("a listener's");
        };
        Timeout inTime = Timeout.of("inventory", LONG).withListener(hostile);
        Timeout late = Timeout.of("inventory", SHORT).withListener(hostile);
        assertThat(inTime.call(() -> "result")).isEqualTo("result");
        assertThatThrownBy(() -> late.call(TimeoutTest::block)).isInstanceOf(TimeoutExceededException.class);
    }
}
