// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import io.watertight.ResilientException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** One round of many threads that use a bulkhead of random settings in random ways, and what went wrong in it. */
final class Soak {
    private static final List<Duration> MAX_WAITS =
            List.of(Duration.ZERO, Duration.ofNanos(50_000), Duration.ofMillis(1), Duration.ofHours(1));
    private static final int PLATFORM_THREADS = 4;
    private static final int VIRTUAL_THREADS = 8;
    private static final Duration LENGTH = Duration.ofMillis(250);

    /** What an operation throws to end otherwise than by a value. */
    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final Bulkhead bulkhead;
    private final Random random;
    private final boolean neverFull;
    private final AtomicInteger active = new AtomicInteger();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final Queue<CompletableFuture<String>> futures = new ConcurrentLinkedQueue<>();
    private final List<Thread> workers = new ArrayList<>();
    private volatile boolean stopped;

    Soak(long seed) {
        random = new Random(seed);
        boolean bounded = random.nextBoolean();
        bulkhead = Bulkhead.fromConfiguration("soak-" + seed, 1 + random.nextInt(3))
                .withFair(random.nextBoolean())
                .withMaxWait(MAX_WAITS.get(random.nextInt(MAX_WAITS.size())))
                .withMaxWaiting(bounded ? random.nextInt(6) : Integer.MAX_VALUE);
        neverFull = !bounded && bulkhead.maxWait().equals(MAX_WAITS.getLast());
    }

    @Override
    public String toString() {
        return bulkhead + ", " + futures.size() + " asynchronous calls";
    }

    /** Runs the round and returns the faults it saw. */
    List<String> run() throws InterruptedException {
        for (int i = 0; i < PLATFORM_THREADS + VIRTUAL_THREADS; i++) {
            Random choices = new Random(random.nextLong());
            Runnable work = () -> work(choices);
            workers.add((i < PLATFORM_THREADS ? Thread.ofPlatform().daemon() : Thread.ofVirtual())
                    .name("soak-worker-" + i)
                    .start(work));
        }
        long since = System.nanoTime();
        while (System.nanoTime() - since < LENGTH.toNanos()) {
            workers.get(random.nextInt(workers.size())).interrupt();
            LockSupport.parkNanos(random.nextInt(200_000));
        }
        stopped = true;
        if (!Race.within(Race.PATIENT, () -> workers.stream().noneMatch(Thread::isAlive))) {
            faults.add("hangs: " + bulkhead + "\n" + ThreadDump.now());
            workers.forEach(Thread::interrupt);
            return List.copyOf(faults);
        }
        if (!Race.within(Race.PATIENT, () -> futures.stream().allMatch(CompletableFuture::isDone))) {
            faults.add("an asynchronous call never ends: " + bulkhead);
            return List.copyOf(faults);
        }
        futures.forEach(this::checkOutcome);
        checkAftermath();
        return List.copyOf(faults);
    }

    private void checkAftermath() {
        String aftermath = Race.aftermath(bulkhead);
        if (!aftermath.equals("exact")) {
            faults.add("afterwards " + aftermath);
        }
        String waiting = bulkhead.name() + "-wait";
        if (!Race.within(Race.PATIENT, () -> ThreadDump.count(waiting) == 0)) {
            faults.add(ThreadDump.count(waiting) + " threads still wait for calls that have ended");
        }
        if (active.get() != 0) {
            faults.add(active + " operations active in the end");
        }
    }

    private void work(Random choices) {
        try {
            while (!stopped) {
                one(choices);
                Thread.interrupted();
            }
        } catch (Throwable e) {
            fault("a call ended with", e);
        }
    }

    private void one(Random choices) {
        try {
            switch (choices.nextInt(6)) {
                case 0, 1 -> bulkhead.run(() -> body(choices));
                case 2 -> hold(bulkhead.acquire(), choices);
                case 3 -> bulkhead.tryAcquire().ifPresent(permit -> hold(permit, choices));
                default -> async(choices);
            }
        } catch (BulkheadFullException full) {
            if (neverFull) {
                fault("rejected though it could wait", full);
            }
        } catch (ResilientException e) {
            boolean restored = Thread.interrupted();
            if (!(e.getCause() instanceof InterruptedException) || !restored) {
                fault("interrupted, the flag restored: " + restored, e);
            }
        } catch (Failure asChosen) {
            // an end of the operation like any other
        }
    }

    private void body(Random choices) {
        enter();
        try {
            linger(choices);
            if (choices.nextInt(8) == 0) {
                throw new Failure();
            }
        } finally {
            active.decrementAndGet();
        }
    }

    /** Closes a permit on this thread or another, once or twice. */
    private void hold(Permit permit, Random choices) {
        enter();
        linger(choices);
        active.decrementAndGet();
        if (choices.nextInt(4) == 0) {
            Thread.startVirtualThread(permit::close);
        }
        if (choices.nextInt(4) == 0) {
            permit.close();
        }
        permit.close();
    }

    private void async(Random choices) {
        boolean elsewhere = choices.nextBoolean();
        boolean fails = choices.nextInt(8) == 0;
        CompletableFuture<String> future = bulkhead.callAsync(() -> {
            Stage stage = new Stage();
            if (elsewhere) {
                Thread.startVirtualThread(() -> stage.end(fails));
            } else {
                stage.end(fails);
            }
            return stage;
        });
        futures.add(future);
        if (choices.nextBoolean()) {
            linger(choices);
            future.cancel(true);
        }
        if (futures.size() % 64 == 0) { // bounds how many are on their way
            future.exceptionally(failure -> "failed").join();
        }
    }

    private void checkOutcome(CompletableFuture<String> future) {
        try {
            future.join();
        } catch (CancellationException cancelled) {
            // by its own caller
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            if (!(cause instanceof Failure || (cause instanceof BulkheadFullException && !neverFull))) {
                fault("an asynchronous call ended with", e);
            }
        }
    }

    private void enter() {
        int now = active.incrementAndGet();
        if (now > bulkhead.maxConcurrentCalls()) {
            faults.add(now + " active at once: " + bulkhead);
        }
    }

    private static void linger(Random choices) {
        switch (choices.nextInt(4)) {
            case 0 -> LockSupport.parkNanos(choices.nextInt(100_000));
            case 1, 2 -> {
                for (int spins = choices.nextInt(200); spins > 0; spins--) {
                    Thread.onSpinWait();
                }
            }
            default -> {}
        }
    }

    private void fault(String what, Throwable e) {
        faults.add(what + " " + e);
    }

    /** The work of an asynchronous call: no longer active the instant before the stage ends, in whichever way. */
    private final class Stage extends CompletableFuture<String> {
        private boolean ended;

        Stage() {
            enter();
        }

        void end(boolean fails) {
            leave();
            if (fails) {
                completeExceptionally(new Failure());
            } else {
                complete("value");
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            leave();
            return super.cancel(mayInterruptIfRunning);
        }

        // Under a lock: whoever finds that another has left may complete the stage, so the count must be down by then.
        private synchronized void leave() {
            if (!ended) {
                ended = true;
                active.decrementAndGet();
            }
        }
    }
}
