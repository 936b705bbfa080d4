// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.watertight.CallRejectedException;
import io.watertight.ResilientException;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.BulkheadEvent.Finished;
import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.bulkhead.BulkheadEvent.Rejected;
import io.watertight.bulkhead.BulkheadFullException.Reason;
import io.watertight.contract.Law7UnusedCostsNothing.CountingClock;
import io.watertight.contract.TestThreads;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the contract leaves to the semaphore bulkhead: its options, permits held by hand, and its exception. */
class BulkheadTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void refusesABlankName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bulkhead.fromConfiguration(name, 1))
                .withMessage("name must not be blank, was \"" + name + "\": name the bulkhead after its dependency");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a null checker does
    void refusesNull() {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1);
        assertThatNullPointerException().isThrownBy(() -> Bulkhead.of(null, 1)).withMessageContaining("name");
        assertThatNullPointerException()
                .isThrownBy(() -> bulkhead.withMaxWait(null))
                .withMessageContaining("maxWait");
        assertThatNullPointerException()
                .isThrownBy(() -> bulkhead.withClock(null))
                .withMessageContaining("clock");
        assertThatNullPointerException()
                .isThrownBy(() -> bulkhead.withListener(null))
                .withMessageContaining("listener");
        assertThatNullPointerException()
                .isThrownBy(() -> bulkhead.withListener(null, event -> {}))
                .withMessageContaining("type");
        assertThatNullPointerException().isThrownBy(() -> bulkhead.call(null)).withMessageContaining("operation");
        assertThatNullPointerException().isThrownBy(() -> bulkhead.run(null)).withMessageContaining("action");
        assertThatNullPointerException()
                .isThrownBy(() -> bulkhead.callAsync(null))
                .withMessageContaining("operation");
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void refusesALimitBelowOne(int limit) {
        String message = "maxConcurrentCalls of bulkhead 'inventory' must be at least 1, was " + limit
                + ": a limit below 1 would reject every call";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bulkhead.of("inventory", limit))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bulkhead.of("inventory", 1).withMaxConcurrentCalls(limit))
                .withMessage(message);
    }

    @Test
    void refusesNegativeWaits() {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bulkhead.withMaxWait(Duration.ofNanos(-1)))
                .withMessage("maxWait of bulkhead 'inventory' must not be negative, was PT-0.000000001S:"
                        + " use Duration.ZERO to fail fast");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bulkhead.withMaxWaiting(-1))
                .withMessage("maxWaiting of bulkhead 'inventory' must not be negative, was -1:"
                        + " use 0 to let no call wait, Integer.MAX_VALUE for no bound");
    }

    @Test
    void tellsItsConfiguration() {
        Duration huge = Duration.ofSeconds(Long.MAX_VALUE);
        Bulkhead bulkhead = Bulkhead.of("inventory", 40).withMaxWait(huge);
        assertThat(bulkhead.name()).isEqualTo("inventory");
        assertThat(bulkhead.maxConcurrentCalls()).isEqualTo(40);
        assertThat(bulkhead.maxWait()).as("as configured, not clamped").isEqualTo(huge);
        assertThat(Bulkhead.of("inventory", 40).maxWait()).isZero();
        assertThat(Bulkhead.of("inventory", 40))
                .hasToString("Bulkhead[inventory: 0 of 40 active, 0 waiting, max wait PT0S]");
    }

    @Test
    void aWitherOnABulkheadInUseReturnsAnIndependentOneWithFreshPermits() {
        var heard = new ArrayList<BulkheadEvent>();
        Bulkhead original = Bulkhead.of("inventory", 1);
        try (Permit held = original.acquire()) {
            List<Bulkhead> derived = List.of(
                    original.withMaxConcurrentCalls(1),
                    original.withMaxWait(Duration.ZERO),
                    original.withMaxWaiting(3),
                    original.withFair(true),
                    original.withListener(heard::add),
                    original.withListener(Rejected.class, heard::add),
                    original.withStackTraces(true));
            for (Bulkhead one : derived) {
                assertThat(one).isNotSameAs(original);
                assertThat(one.activeCalls()).isZero();
                try (Permit own = one.acquire()) {
                    assertThat(one.activeCalls()).isEqualTo(1);
                    assertThat(one.tryAcquire()).isEmpty();
                }
            }
            heard.clear();
            assertThat(original.activeCalls()).isEqualTo(1);
            assertThat(original.tryAcquire()).isEmpty();
            assertThat(heard).as("the original has no listener").isEmpty();
        }
        assertThat(original.activeCalls()).isZero();
    }

    @Test
    void listenersAddUpInTheirOrder() {
        var order = new ArrayList<String>();
        Bulkhead bulkhead = Bulkhead.of("inventory", 1)
                .withListener(event -> order.add("first " + event.getClass().getSimpleName()))
                .withListener(Finished.class, event -> order.add("second"))
                .withListener(Permitted.class, event -> order.add("third"));
        bulkhead.run(() -> order.add("operation"));
        assertThat(order).containsExactly("first Permitted", "third", "operation", "first Finished", "second");
    }

    @Test
    void aTypedListenerLeavesTheOtherKindsFreeOfCost() {
        var reads = new AtomicInteger();
        var rejections = new AtomicInteger();
        Bulkhead bulkhead = Bulkhead.of("inventory", 1)
                .withClock(new CountingClock(reads))
                .withListener(Rejected.class, event -> rejections.incrementAndGet());
        try (Permit held = bulkhead.acquire()) {
            assertThat(reads).as("Permitted is heard by nobody").hasValue(0);
            assertThatThrownBy(() -> bulkhead.call(() -> "never")).isInstanceOf(BulkheadFullException.class);
            assertThat(reads).as("Rejected is heard").hasValue(1);
        }
        assertThat(bulkhead.call(() -> "result")).isEqualTo("result");
        assertThat(reads).as("Finished is heard by nobody").hasValue(1);
        assertThat(rejections).hasValue(1);
    }

    @Test
    void closingAPermitTwiceCountsOnce() {
        Bulkhead bulkhead = Bulkhead.of("inventory", 2);
        Permit first = bulkhead.acquire();
        Permit second = bulkhead.acquire();
        first.close();
        first.close();
        assertThat(bulkhead.activeCalls()).isEqualTo(1);
        second.close();
        assertThat(bulkhead.activeCalls()).isZero();
    }

    /** Peer fault 3: a permit returned twice, and the limit grows. */
    @Test
    void closingAPermitFromManyThreadsCountsOnce() {
        int closers = 4;
        var finished = new AtomicInteger();
        Bulkhead bulkhead =
                Bulkhead.of("inventory", 1).withListener(Finished.class, event -> finished.incrementAndGet());
        var barrier = new CyclicBarrier(closers + 1);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            int rounds = 500;
            var shared = new Permit[1];
            for (int i = 0; i < closers; i++) {
                threads.start(() -> {
                    for (int round = 0; round < rounds; round++) {
                        barrier.await();
                        shared[0].close();
                        barrier.await();
                    }
                    return null;
                });
            }
            threads.start(() -> {
                        for (int round = 0; round < rounds; round++) {
                            shared[0] = bulkhead.acquire();
                            barrier.await();
                            barrier.await();
                            assertThat(bulkhead.activeCalls()).isZero();
                        }
                        return null;
                    })
                    .result();
            assertThat(finished).hasValue(rounds);
        }
        Optional<Permit> only = bulkhead.tryAcquire();
        assertThat(only).isPresent();
        assertThat(bulkhead.tryAcquire()).as("the limit has not grown").isEmpty();
        only.get().close();
    }

    @Test
    void aPermitMayBeClosedByAnotherThread() {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1);
        Permit permit = bulkhead.acquire();
        try (var threads = new TestThreads(Thread.ofVirtual().factory())) {
            threads.start(() -> {
                permit.close();
                return null;
            });
        }
        assertThat(bulkhead.activeCalls()).isZero();
    }

    @Test
    void tryAcquireNeverWaitsAndItsRefusalIsARejection() {
        var rejected = new ArrayList<Rejected>();
        Bulkhead bulkhead =
                Bulkhead.of("inventory", 1).withMaxWait(Duration.ofDays(1)).withListener(Rejected.class, rejected::add);
        try (Permit held = bulkhead.tryAcquire().orElseThrow()) {
            assertThat(bulkhead.tryAcquire()).isEmpty();
            assertThat(rejected).hasSize(1).first().satisfies(event -> {
                assertThat(event.name()).isEqualTo("inventory");
                assertThat(event.maxConcurrentCalls()).isEqualTo(1);
                assertThat(event.maxWait()).as("what it was prepared to wait").isZero();
            });
        }
    }

    /** A fair bulkhead's first attempt does not barge: what the queue will need is not free. */
    @Test
    void aNewcomerToAFairBulkheadGetsOnlyWhatTheQueueLeaves() {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1).withFair(true).withMaxWait(Duration.ofMinutes(1));
        var inside = new CyclicBarrier(2);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            Permit held = bulkhead.acquire();
            var waiter = threads.start(() -> bulkhead.call(() -> {
                inside.await();
                inside.await();
                return "served";
            }));
            TestThreads.eventually("one call waits", () -> bulkhead.waitingCalls() == 1);
            held.close();
            assertThat(bulkhead.tryAcquire())
                    .as("the permit is the waiter's, awake or not")
                    .isEmpty();
            threads.start(() -> {
                        inside.await();
                        assertThat(bulkhead.waitingCalls()).isZero();
                        inside.await();
                        return null;
                    })
                    .result();
            assertThat(waiter.result()).isEqualTo("served");
        }
        assertThat(bulkhead.tryAcquire()).isPresent();
    }

    @Test
    void theMessageIsASmallDump() {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1);
        try (Permit held = bulkhead.acquire()) {
            assertThatThrownBy(bulkhead::acquire)
                    .hasMessage("Bulkhead 'inventory' is full: 1 of 1 active, 0 waiting, fails fast");
        }
        Bulkhead noneMayWait = bulkhead.withMaxWait(Duration.ofSeconds(1)).withMaxWaiting(0);
        try (Permit held = noneMayWait.acquire()) {
            assertThatThrownBy(noneMayWait::acquire)
                    .hasMessage(
                            "Bulkhead 'inventory' is full: 1 of 1 active, 0 waiting, no more may wait, max wait PT1S");
        }
        Bulkhead waits = bulkhead.withMaxWait(Duration.ofNanos(900));
        try (Permit held = waits.acquire()) {
            assertThatThrownBy(waits::acquire)
                    .message()
                    .matches("Bulkhead 'inventory' is full: 1 of 1 active, 0 waiting,"
                            + " waited PT[0-9.E-]+S of max wait PT0\\.0000009S");
        }
    }

    @Test
    void stackTracesAreThereWhenAskedFor() {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1).withStackTraces(true);
        try (Permit held = bulkhead.acquire()) {
            var full = catchThrowableOfType(BulkheadFullException.class, bulkhead::acquire);
            assertThat(full.getStackTrace()).isNotEmpty();
        }
    }

    @Test
    void theExceptionsSurviveSerialization() throws Exception {
        Bulkhead bulkhead = Bulkhead.of("inventory", 1).withMaxWait(Duration.ofMillis(1));
        try (Permit held = bulkhead.acquire()) {
            var full = catchThrowableOfType(BulkheadFullException.class, bulkhead::acquire);
            var copy = (BulkheadFullException) copyOf(full);
            assertThat(copy).hasMessage(full.getMessage());
            assertThat(copy.name()).isEqualTo("inventory");
            assertThat(copy.maxConcurrentCalls()).isEqualTo(1);
            assertThat(copy.maxWait()).isEqualTo(Duration.ofMillis(1));
            assertThat(copy.waited()).isEqualTo(full.waited());
            assertThat(copy.reason()).isEqualTo(Reason.WAIT_EXPIRED);
        }
        var timeout =
                (TimeoutExceededException) copyOf(new TimeoutExceededException("inventory", Duration.ofSeconds(1)));
        assertThat(timeout)
                .isInstanceOf(ResilientException.class)
                .isNotInstanceOf(CallRejectedException.class)
                .hasMessage("Call of 'inventory' exceeded its timeout of PT1S");
        assertThat(timeout.name()).isEqualTo("inventory");
        assertThat(timeout.timeout()).isEqualTo(Duration.ofSeconds(1));
    }

    private static Object copyOf(Object original) throws IOException, ClassNotFoundException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(original);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
