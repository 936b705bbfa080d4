// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import io.watertight.ResilientException;
import io.watertight.TimeoutExceededException;
import io.watertight.lab.soak.Subject.Full;
import io.watertight.lab.soak.Subject.GiveUp;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One call: an operation that ends in a random way, and a judge of how the call ends for its caller. */
final class Call {
    private final Subject subject;
    private final Tally tally;
    private final Random random;
    private final Long value;
    private final @Nullable Full full;
    private final AtomicInteger starts = new AtomicInteger();
    private volatile boolean mustNotStart;
    private volatile boolean returnsNoStage;

    /** To be made just before the policy is asked. */
    Call(Subject subject, Tally tally, long seed) {
        this.subject = subject;
        this.tally = tally;
        this.random = new Random(seed);
        this.value = seed;
        this.full = subject.full();
    }

    /** The operation of a blocking call. */
    Long operation() throws Exception {
        begin();
        try {
            if (random.nextInt(8) == 0) {
                Linger.stubbornly(random);
            } else {
                Linger.heeding(random);
            }
            if (random.nextInt(8) == 0) {
                Faults.throwAny(random);
            }
            return value;
        } finally {
            subject.end();
        }
    }

    /** The operation of an asynchronous call. */
    @Nullable
    CompletionStage<Long> stage() {
        begin();
        var stage = new Stage();
        switch (random.nextInt(12)) {
            case 0 -> {
                subject.end();
                Faults.throwUnchecked(random);
            }
            case 1 -> {
                returnsNoStage = true;
                subject.end();
                return null;
            }
            case 2, 3, 4 -> stage.end();
            default ->
                Thread.startVirtualThread(() -> {
                    Linger.stubbornly(random);
                    stage.end();
                });
        }
        return random.nextInt(4) == 0 ? stage.minimalCompletionStage() : stage; // the former cannot be cancelled
    }

    /** The operation of whoever holds a permit by hand. */
    void hold() {
        begin();
        if (random.nextInt(4) == 0) {
            Linger.stubbornly(random);
        }
        subject.end();
    }

    private void begin() {
        if (starts.incrementAndGet() > 1) {
            violated(Invariant.LOST, "an operation was started twice");
        }
        int active = subject.start();
        if (active > subject.limit()) {
            violated(
                    Invariant.ABOVE_LIMIT, active + " operations were active at once, the limit is " + subject.limit());
        }
        if (mustNotStart) {
            startedAfterAll();
        }
    }

    /** The caller has given the call up; if it certainly waited then, it must never start. */
    void givenUp(GiveUp way) {
        if (full != null && subject.isExact(way) && subject.isStill(full)) {
            tally.countGivenUp();
            mustNotStart();
        }
    }

    // Each of begin() and this first writes, then looks at what the other wrote: one of them sees the other.
    private void mustNotStart() {
        mustNotStart = true;
        if (starts.get() > 0) {
            startedAfterAll();
        }
    }

    private void startedAfterAll() {
        violated(
                Invariant.STARTED_AFTER_GIVEN_UP,
                "an operation was started although its call had been rejected, or given up while every permit was taken");
    }

    /** Judges what the caller got. */
    void ended(@Nullable Long result, @Nullable Throwable thrown) {
        Throwable failure = Outcome.unwrapped(thrown);
        Outcome outcome = failure == null ? Outcome.RETURNED : Outcome.of(failure);
        if (failure instanceof NullPointerException && returnsNoStage) {
            outcome = Outcome.FAILED;
        }
        if (outcome == Outcome.UNEXPECTED) {
            violated(Invariant.LOST, "a call ended with " + failure);
        } else if (failure == null && !value.equals(result)) {
            violated(Invariant.LOST, "a call returned " + result + " in place of its own value");
        } else if (outcome == Outcome.REJECTED) {
            mustNotStart();
        } else if (failure instanceof TimeoutExceededException) {
            givenUp(GiveUp.TIMEOUT);
        }
        tally.count(subject.kind(), outcome);
    }

    /** The same for a blocking call, given whether its thread is interrupted now. */
    void ended(@Nullable Long result, @Nullable Throwable failure, boolean interrupted) {
        if (failure instanceof ResilientException && failure.getCause() instanceof InterruptedException) {
            if (!interrupted) {
                violated(Invariant.LOST, "an interrupt: the interrupt status was not restored");
            }
            givenUp(GiveUp.INTERRUPT);
        }
        ended(result, failure);
    }

    /** The permit held by hand is back. */
    void returnedPermit() {
        tally.count(subject.kind(), Outcome.RETURNED);
    }

    /** The caller completed the future itself. */
    void completedByCaller() {
        tally.count(subject.kind(), Outcome.CANCELLED);
    }

    void violated(Invariant invariant, String what) {
        tally.violated(invariant, subject, what);
    }

    /** No longer active the instant before it ends, in whichever way. */
    private final class Stage extends CompletableFuture<Long> {
        private boolean left;

        void end() {
            boolean fails = random.nextInt(6) == 0;
            leave();
            if (fails) {
                completeExceptionally(Faults.any(random));
            } else {
                complete(value);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            leave();
            return super.cancel(mayInterruptIfRunning);
        }

        // Locked: whichever of end() and cancel() comes second must not complete the stage before the first has
        // counted.
        private synchronized void leave() {
            if (!left) {
                left = true;
                subject.end();
            }
        }
    }
}
