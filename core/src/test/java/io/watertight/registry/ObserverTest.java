// SPDX-License-Identifier: Apache-2.0
package io.watertight.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallObserver;
import io.watertight.CallRejectedException;
import io.watertight.ObservablePolicy;
import io.watertight.Subscription;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadClosedException;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.contract.TestThreads;
import io.watertight.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an observer hears of each policy. */
class ObserverTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG_ENOUGH_TO_START = Duration.ofSeconds(2);

    /** Writes down what it hears, times only as whether there was one. */
    private static final class Notes implements CallObserver {
        final List<String> heard = new CopyOnWriteArrayList<>();
        boolean pooled; // every pooled call waits for its thread to take it up

        @Override
        public void permitted(long waitedNanos) {
            heard.add("permitted" + (waitedNanos > 0 && !pooled ? " after a wait" : ""));
        }

        @Override
        public void rejected(Rejection reason, long waitedNanos) {
            heard.add(reason + (waitedNanos > 0 ? " after a wait" : ""));
        }

        @Override
        public void finished(long heldNanos) {
            heard.add("finished" + (heldNanos > 0 ? "" : " in no time"));
        }

        @Override
        public void timedOut(boolean running) {
            heard.add(running ? "timed out, running" : "timed out");
        }

        @Override
        public void straggled(long nanos) {
            heard.add("straggled" + (nanos >= SHORT.toNanos() ? "" : " too early"));
        }

        @Override
        public void judged(boolean failed, boolean slow) {
            heard.add((slow ? "slow " : "") + (failed ? "failure" : "success"));
        }
    }

    private final Notes notes = new Notes();

    @Test
    void aSemaphoreBulkhead() throws InterruptedException {
        Bulkhead bulkhead =
                Bulkhead.of("inventory", 1).withMaxWait(Duration.ofMinutes(1)).withMaxWaiting(1);
        Bulkhead failFast = Bulkhead.of("user", 1).withMaxWait(SHORT);
        bulkhead.observe(notes);
        Permit held = bulkhead.acquire();
        try (var threads = new TestThreads(Thread.ofVirtual().factory())) {
            threads.start(() -> bulkhead.call(() -> "waited"));
            TestThreads.eventually("a call waits", () -> bulkhead.waitingCalls() == 1);
            assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
            assertThat(bulkhead.tryAcquire()).isEmpty();
            held.close();
        }
        assertThat(notes.heard)
                .containsExactlyInAnyOrder(
                        "permitted", "TOO_MANY_WAITING", "FULL", "finished", "permitted after a wait", "finished");

        notes.heard.clear();
        failFast.observe(notes);
        try (Permit permit = failFast.acquire()) {
            assertThatThrownBy(failFast::acquire).isInstanceOf(BulkheadFullException.class);
        }
        assertThat(notes.heard).containsExactly("permitted", "WAIT_EXPIRED after a wait", "finished");
    }

    @Test
    void aThreadPoolBulkhead() {
        ThreadPoolBulkhead pool =
                ThreadPoolBulkhead.of("inventory", 1).withQueueCapacity(1).withTimeout(LONG_ENOUGH_TO_START);
        notes.pooled = true;
        pool.observe(notes);
        var release = new CountDownLatch(1);
        CompletableFuture<Boolean> running = pool.submit(() -> awaitStubbornly(release));
        CompletableFuture<String> queued = pool.submit(() -> "never runs");
        assertThatThrownBy(() -> pool.call(() -> "full")).isInstanceOf(BulkheadFullException.class);
        assertThatThrownBy(running::join).hasCauseInstanceOf(TimeoutExceededException.class);
        assertThatThrownBy(queued::join).hasCauseInstanceOf(TimeoutExceededException.class);
        release.countDown();
        TestThreads.eventually("the operation has ended", () -> notes.heard.contains("straggled"));
        pool.close();
        assertThatThrownBy(() -> pool.call(() -> "closed")).isInstanceOf(BulkheadClosedException.class);
        assertThat(notes.heard)
                .containsExactlyInAnyOrder(
                        "permitted",
                        "QUEUE_FULL",
                        "timed out, running",
                        "timed out",
                        "finished",
                        "straggled",
                        "CLOSED");
    }

    private static boolean awaitStubbornly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return true;
            } catch (InterruptedException e) {
                // as an operation that does not heed interruption
            }
        }
    }

    @Test
    void callsThatAreQueuedWhenAPoolIsClosed() {
        ThreadPoolBulkhead pool = ThreadPoolBulkhead.of("inventory", 1).withQueueCapacity(1);
        notes.pooled = true;
        pool.observe(notes);
        var release = new CountDownLatch(1);
        CompletableFuture<Boolean> running = pool.submit(() -> awaitStubbornly(release));
        TestThreads.eventually("it runs", () -> notes.heard.contains("permitted"));
        CompletableFuture<String> queued = pool.submit(() -> "never runs");
        pool.close();
        assertThatThrownBy(queued::join).hasCauseInstanceOf(BulkheadClosedException.class);
        assertThat(running).isCompletedExceptionally();
        release.countDown();
        TestThreads.eventually("it has ended", () -> notes.heard.contains("finished"));
        assertThat(pool.whenClosed().toCompletableFuture()).isCompleted();
        assertThat(notes.heard).containsExactly("permitted", "CLOSED", "finished");
    }

    @Test
    void aTimeout() {
        Timeout inTime = Timeout.of("inventory", Duration.ofMinutes(1));
        Timeout late = Timeout.of("inventory", SHORT);
        inTime.observe(notes);
        late.observe(notes);
        assertThat(inTime.call(() -> "in time")).isEqualTo("in time");
        assertThatThrownBy(() -> late.run(() -> new CountDownLatch(1).await()))
                .isInstanceOf(TimeoutExceededException.class);
        assertThat(notes.heard).containsExactly("finished", "timed out");
    }

    @Test
    void aTimeoutThatAbandons() {
        Timeout timeout = Timeout.of("inventory", SHORT).withAbandonment(true);
        timeout.observe(notes);
        var release = new CountDownLatch(1);
        assertThatThrownBy(() -> timeout.call(() -> awaitStubbornly(release)))
                .isInstanceOf(TimeoutExceededException.class);
        assertThat(notes.heard).containsExactly("timed out, running");
        release.countDown();
        TestThreads.eventually("the operation has ended", () -> notes.heard.contains("straggled"));
    }

    @Test
    void aCircuitBreaker() {
        CircuitBreaker breaker = CircuitBreaker.of("inventory").withWindow(2).withSlowCallDuration(Duration.ofNanos(1));
        breaker.observe(notes);
        assertThat(breaker.call(() -> "well")).isEqualTo("well");
        assertThatThrownBy(() -> breaker.run(() -> {
                    throw new BulkheadFullExceptionOfAnother();
                }))
                .isInstanceOf(CallRejectedException.class);
        assertThatThrownBy(() -> breaker.run(() -> {
                    throw new IOException("broken");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> breaker.call(() -> "open")).isInstanceOf(CallRejectedException.class);
        assertThat(notes.heard).containsExactly("slow success", "slow failure", "OPEN");
    }

    private static final class BulkheadFullExceptionOfAnother extends CallRejectedException {
        private static final long serialVersionUID = 1L;

        BulkheadFullExceptionOfAnother() {
            super("inner", "full", false);
        }
    }

    static Stream<ObservablePolicy> policies() {
        return Stream.of(
                Bulkhead.of("inventory", 1),
                ThreadPoolBulkhead.of("inventory", 1),
                Timeout.of("inventory", Duration.ofMinutes(1)),
                CircuitBreaker.of("inventory"));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void oneThatThrowsHarmsNobody(ObservablePolicy policy) {
        CallObserver hostile = new CallObserver() {
            @Override
            public void permitted(long waitedNanos) {
                throw new AssertionError("hostile");
            }

            @Override
            public void finished(long heldNanos) {
                throw new AssertionError("hostile");
            }

            @Override
            public void judged(boolean failed, boolean slow) {
                throw new AssertionError("hostile");
            }
        };
        policy.observe(hostile);
        policy.observe(notes);
        assertThat(policy.call(() -> "result")).isEqualTo("result");
        assertThat(policy.callAsync(() -> CompletableFuture.completedFuture("later"))
                        .join())
                .isEqualTo("later");
        TestThreads.eventually(
                "both were heard of",
                () -> notes.heard.stream()
                                .filter(note -> note.equals("finished") || note.equals("success"))
                                .count()
                        == 2);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void comesAndGoesWhileCallsAreUnderWay(ObservablePolicy policy) {
        Subscription subscription = policy.observe(notes);
        Subscription twice = policy.observe(notes);
        policy.call(() -> {
            subscription.close();
            subscription.close();
            twice.close();
            return "unheard";
        });
        int before = notes.heard.size();
        policy.call(() -> {
            policy.observe(notes);
            return "heard of at most at its end";
        });
        assertThat(notes.heard.subList(before, notes.heard.size())).doesNotContain("permitted", "finished in no time");
    }
}
