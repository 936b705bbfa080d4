// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.lab.soak.Subject.GiveUp;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One thread that makes random calls in random ways, and waits in the end for all it has begun. */
final class Caller implements Runnable {
    private static final int MOST_PENDING = 6;

    private final Supplier<Subject> subjects;
    private final Tally tally;
    private final BooleanSupplier stopped;
    private final Random random;
    private final Queue<Runnable> pending = new ArrayDeque<>();

    Caller(Supplier<Subject> subjects, Tally tally, BooleanSupplier stopped, long seed) {
        this.subjects = subjects;
        this.tally = tally;
        this.stopped = stopped;
        this.random = new Random(seed);
    }

    @Override
    public void run() {
        while (!stopped.getAsBoolean()) {
            one();
            Thread.interrupted();
        }
        while (!pending.isEmpty()) {
            pending.remove().run();
        }
    }

    private void one() {
        Subject subject = subjects.get();
        var call = new Call(subject, tally, random.nextLong());
        try {
            make(call, subject);
        } catch (Throwable stray) {
            call.violated(Invariant.LOST, "a future: in its place the caller was thrown " + stray);
        }
    }

    private void make(Call call, Subject subject) {
        int way = random.nextInt(8);
        if (way == 0 && subject.policy() instanceof Bulkhead bulkhead) {
            byHand(call, bulkhead);
        } else if (way <= 2 && subject.policy() instanceof ThreadPoolBulkhead pool) {
            future(call, pool.submit(call::operation));
        } else if (way <= 4) {
            future(call, subject.policy().callAsync(call::stage));
        } else {
            blocking(call, subject);
        }
    }

    private void blocking(Call call, Subject subject) {
        Long result = null;
        Throwable failure = null;
        try {
            result = subject.policy().<Long, Exception>call(call::operation);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        call.ended(result, failure, Thread.interrupted());
    }

    /** Holds a permit by hand, and closes it once or more, on this thread or another. */
    private void byHand(Call call, Bulkhead bulkhead) {
        Permit permit;
        try {
            Optional<Permit> free = random.nextBoolean() ? bulkhead.tryAcquire() : Optional.of(bulkhead.acquire());
            if (free.isEmpty()) {
                return;
            }
            permit = free.get();
        } catch (RuntimeException rejected) {
            call.ended(null, rejected, Thread.interrupted());
            return;
        }
        call.hold();
        if (random.nextInt(4) == 0) {
            Thread.startVirtualThread(permit::close);
        }
        if (random.nextInt(4) == 0) {
            permit.close();
        }
        permit.close();
        call.returnedPermit();
    }

    /** Waits for the future, later perhaps, or gives it up in one of three ways. */
    private void future(Call call, CompletableFuture<Long> future) {
        boolean byCaller = false;
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                lingerBriefly();
                if (future.cancel(true)) {
                    call.givenUp(GiveUp.CANCEL);
                }
            }
            case 2 -> {
                lingerBriefly();
                byCaller = future.complete(-1L);
                if (byCaller) {
                    call.givenUp(GiveUp.COMPLETE);
                }
            }
            case 3 -> future.orTimeout(random.nextInt(1_500), TimeUnit.MICROSECONDS);
            default -> {}
        }
        boolean completedByCaller = byCaller;
        pending.add(() -> settle(call, future, completedByCaller));
        while (pending.size() > random.nextInt(MOST_PENDING)) {
            pending.remove().run();
        }
    }

    private static void settle(Call call, CompletableFuture<Long> future, boolean completedByCaller) {
        if (completedByCaller) {
            call.completedByCaller();
            return;
        }
        Throwable failure = future.handle((result, thrown) -> thrown).join();
        @Nullable Long result = failure == null ? future.join() : null;
        if (failure instanceof TimeoutException) {
            call.givenUp(GiveUp.COMPLETE);
        }
        call.ended(result, failure);
    }

    private void lingerBriefly() {
        if (random.nextBoolean()) {
            for (int spins = random.nextInt(300); spins > 0; spins--) {
                Thread.onSpinWait();
            }
        }
    }
}
