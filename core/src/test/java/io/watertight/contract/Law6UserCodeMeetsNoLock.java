// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.Policy;
import io.watertight.bulkhead.BulkheadEvent;
import io.watertight.bulkhead.BulkheadEvent.Finished;
import io.watertight.bulkhead.BulkheadEvent.Permitted;
import io.watertight.bulkhead.BulkheadEvent.Rejected;
import io.watertight.bulkhead.BulkheadFullException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 6: the user's code meets no lock of ours, and what a listener throws never changes a result. */
abstract class Law6UserCodeMeetsNoLock extends Law4RejectionSaysWhy {

    static Stream<Throwable> whateverAListenerThrows() {
        return Stream.of(
                new IllegalStateException("a listener's"),
                new AssertionError("a listener's"),
                new OutOfMemoryError("a listener's, simulated"),
                new BulkheadLookalike());
    }

    /** Peer fault 2: a listener that throws costs a permit, or replaces the result. */
    @ParameterizedTest
    @MethodSource("whateverAListenerThrows")
    void aThrowingListenerChangesNothing(Throwable thrown) {
        var heardAfter = new CopyOnWriteArrayList<Class<?>>();
        Policy policy = given(
                Setup.failFast(1).listener(event -> sneak(thrown)).listener(event -> heardAfter.add(event.getClass())));

        assertThat(start(() -> policy.call(() -> "blocking")).result()).isEqualTo("blocking");
        assertThat(settled(policy.callAsync(() -> CompletableFuture.completedFuture("async"))))
                .isCompletedWithValue("async");
        assertThat(active()).isZero();
        try (Held held = hold(policy, 1)) {
            assertRejected(policy);
            assertThat(policy.callAsync(() -> new CompletableFuture<>()).exceptionNow())
                    .isInstanceOf(BulkheadFullException.class);
        }
        assertThat(heardAfter)
                .containsExactly(
                        Permitted.class,
                        Finished.class,
                        Permitted.class,
                        Finished.class,
                        Permitted.class,
                        Rejected.class,
                        Rejected.class,
                        Finished.class);
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void sneak(Throwable thrown) throws X {
        throw (X) thrown;
    }

    @Test
    void aThrowingClockChangesNothing() {
        var broken = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                throw new IllegalStateException("a clock's");
            }
        };
        Policy policy = given(Setup.failFast(1).clock(broken).listener(events::add));
        assertThat(start(() -> policy.call(() -> "result")).result()).isEqualTo("result");
        assertThat(events).isEmpty();
    }

    @Test
    void operationsAndListenersMayUseTheBulkheadFromOtherThreads() {
        var self = new CompletableFuture<Policy>();
        var first = new AtomicBoolean(true);
        Policy policy = given(Setup.waiting(2, Setup.LONG).listener(event -> {
            if (event instanceof Permitted && first.getAndSet(false)) {
                assertThat(start(() -> self.join().call(() -> "from a listener"))
                                .result())
                        .isEqualTo("from a listener");
            }
            events.add(event);
        }));
        self.complete(policy);
        String result = start(() -> policy.call(() ->
                        start(() -> policy.call(() -> "from an operation")).result()))
                .result();
        assertThat(result).isEqualTo("from an operation");
        assertThat(events).hasSize(6);
    }

    @Test
    void theOperationOfACallMayBeHeldUpByAListenerOnlyInItsOwnCall() {
        var blocked = new CompletableFuture<BulkheadEvent>();
        var release = new CompletableFuture<String>();
        Policy policy = given(Setup.failFast(3).listener(event -> {
            if (blocked.complete(event)) {
                release.join();
            }
        }));
        var slow = start(() -> policy.call(() -> "slow"));
        blocked.join();
        assertThat(start(() -> policy.call(() -> "quick")).result()).isEqualTo("quick");
        release.complete("go");
        assertThat(slow.result()).isEqualTo("slow");
    }

    /** What a careless catch for rejections would take for one of ours. */
    private static final class BulkheadLookalike extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
