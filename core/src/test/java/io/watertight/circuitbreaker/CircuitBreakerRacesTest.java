// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.circuitbreaker.CircuitBreaker.State;
import io.watertight.circuitbreaker.CircuitBreakerEvent.StateChanged;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** One transition for each trip, and exactly the trial calls, however many threads come at once. */
class CircuitBreakerRacesTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 500;
    private static final int TRIALS = 3;

    private final HandClock clock = new HandClock();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger halfOpened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final CircuitBreaker breaker = CircuitBreaker.of("inventory")
            .withWindow(THREADS)
            .withMinimumCalls(2)
            .withTrialCalls(TRIALS)
            .withOpenDuration(Duration.ofSeconds(1))
            .withClock(clock)
            .withListener(StateChanged.class, change -> {
                switch (change.to()) {
                    case OPEN -> opened.incrementAndGet();
                    case HALF_OPEN -> halfOpened.incrementAndGet();
                    case CLOSED -> closed.incrementAndGet();
                }
            });

    @Test
    void oneTransitionForEachTripAndExactlyTheTrialsAreAdmitted() {
        var meet = new CyclicBarrier(THREADS);
        var admitted = new AtomicInteger();
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            for (int i = 0; i < THREADS; i++) {
                threads.start(() -> {
                    for (int round = 1; round <= ROUNDS; round++) {
                        failTogether(meet);
                        checkOnce(meet, opened, round, State.OPEN);
                        tryTogether(meet, admitted);
                        checkOnce(meet, closed, round, State.CLOSED);
                        assertThat(admitted).hasValue(round * TRIALS);
                        assertThat(halfOpened).hasValue(round);
                        meet.await();
                    }
                    return null;
                });
            }
        }
    }

    /** Every thread has a call under way before the first of them fails. */
    private void failTogether(CyclicBarrier meet) throws Exception {
        try {
            breaker.run(() -> {
                meet.await();
                throw new IOException("down");
            });
        } catch (IOException expected) {
            // counted
        }
    }

    private void checkOnce(CyclicBarrier meet, AtomicInteger count, int round, State state) throws Exception {
        if (meet.await() == 0) {
            assertThat(breaker.state()).isEqualTo(state);
            assertThat(count).hasValue(round);
            if (state == State.OPEN) {
                clock.advance(Duration.ofSeconds(1));
            }
        }
        meet.await();
    }

    /** The admitted ones stay inside until every thread has asked. */
    private void tryTogether(CyclicBarrier meet, AtomicInteger admitted) throws Exception {
        try {
            breaker.run(() -> {
                admitted.incrementAndGet();
                meet.await();
            });
        } catch (CircuitBreakerOpenException rejected) {
            meet.await();
        }
    }

    /** The only trial goes round: whoever has it lets the others run, so that a second one would be seen. */
    @Test
    void theOnlyTrialIsNeverHadByTwo() {
        CircuitBreaker one = breaker.withTrialCalls(1);
        Calls.fail(one, 2);
        clock.advance(Duration.ofSeconds(1));
        var givesBack = new InterruptedException("stop");
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var meet = new CyclicBarrier(THREADS);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            for (int i = 0; i < THREADS; i++) {
                threads.start(() -> {
                    meet.await();
                    for (int round = 0; round < 3_000; round++) {
                        try {
                            one.run(() -> {
                                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                LockSupport.parkNanos(1);
                                inside.decrementAndGet();
                                throw givesBack;
                            });
                        } catch (InterruptedException | CircuitBreakerOpenException expected) {
                            // given back, or rejected
                        }
                    }
                    return null;
                });
            }
        }
        assertThat(one.state()).isEqualTo(State.HALF_OPEN);
        assertThat(most).hasValue(1);
        Calls.succeed(one, 1);
        assertThat(one.state()).isEqualTo(State.CLOSED);
    }

    /** Every outcome is in the window, whichever thread brought it. */
    @Test
    void noOutcomeIsLost() {
        int each = 5_000;
        CircuitBreaker wide = breaker.withWindow(THREADS * each)
                .withMinimumCalls(THREADS * each)
                .withFailureRateThreshold(0.5);
        var meet = new CyclicBarrier(THREADS);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            for (int i = 0; i < THREADS; i++) {
                boolean fails = i % 2 == 0;
                threads.start(() -> {
                    meet.await();
                    for (int call = 0; call < each; call++) {
                        if (fails) {
                            Calls.fail(wide, 1);
                        } else {
                            wide.run(() -> {});
                        }
                    }
                    return null;
                });
            }
        }
        assertThat(wide.state())
                .as("half of the calls failed, exactly at the last")
                .isEqualTo(State.OPEN);
        assertThat(Calls.rejected(wide).failureRate()).isEqualTo(0.5);
    }
}
