// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A short time in which every kind of policy, with fresh random settings, is called by many threads at once, which are
 * interrupted, and whose pools are closed, at random; and then the look at what is left when all is quiet.
 */
final class Round {
    private static final int HOT_NANOS = 4_000_000;
    private static final int LONGEST_PAUSE_NANOS = 400_000;
    private static final int CLOSE_ONE_IN = 400;

    private final List<Kind> kinds;
    private final Tally tally;
    private final Duration patience;
    private final Random random;
    private final AtomicReferenceArray<Subject> subjects;
    private final List<Subject> all = new CopyOnWriteArrayList<>();
    private final List<Thread> callers = new ArrayList<>();
    private volatile boolean stopped;

    Round(List<Kind> kinds, Tally tally, long seed, Duration patience) {
        this.kinds = kinds;
        this.tally = tally;
        this.patience = patience;
        this.random = new Random(seed);
        this.subjects = new AtomicReferenceArray<>(kinds.size());
        for (int i = 0; i < kinds.size(); i++) {
            renew(i);
            tally.expect(subjects.get(i).kind());
        }
    }

    private void renew(int place) {
        Subject subject = kinds.get(place).make("soak-" + all.size(), random);
        subjects.set(place, subject);
        all.add(subject);
    }

    void run(int threads, Duration length) throws InterruptedException {
        for (int i = 0; i < threads; i++) {
            var choices = new Random(random.nextLong());
            var caller = new Caller(() -> pick(choices), tally, () -> stopped, random.nextLong());
            callers.add((i % 2 == 0 ? Thread.ofPlatform().daemon() : Thread.ofVirtual())
                    .name("soak-caller-" + i)
                    .start(caller));
        }
        disturb(length);
        stopped = true;
        if (within(() -> callers.stream().noneMatch(Thread::isAlive))) {
            all.forEach(this::checkIdle);
            for (int i = 0; i < subjects.length() && tally.firstViolation() == null; i++) {
                new Refill(subjects.get(i)).check();
                checkIdle(subjects.get(i));
            }
        } else {
            stuck();
        }
        all.forEach(subject -> subject.close(Duration.ZERO));
    }

    /** Every few milliseconds another subject is hot, so that its permits are fought for. */
    private Subject pick(Random choices) {
        int hot = (int) (System.nanoTime() / HOT_NANOS % subjects.length());
        return subjects.get(choices.nextBoolean() ? Math.abs(hot) : choices.nextInt(subjects.length()));
    }

    private void disturb(Duration length) {
        long since = System.nanoTime();
        while (System.nanoTime() - since < length.toNanos() && tally.firstViolation() == null) {
            callers.get(random.nextInt(callers.size())).interrupt();
            LockSupport.parkNanos(random.nextInt(LONGEST_PAUSE_NANOS));
            if (random.nextInt(CLOSE_ONE_IN) == 0) {
                int place = random.nextInt(subjects.length());
                Duration drain = Duration.ofNanos(random.nextBoolean() ? 0 : random.nextInt(LONGEST_PAUSE_NANOS));
                if (subjects.get(place).close(drain)) {
                    renew(place);
                }
            }
        }
    }

    private void checkIdle(Subject subject) {
        if (!within(() -> subject.rest().isEmpty())) {
            tally.violated(Invariant.LOST, subject, "long after the last call " + subject.rest());
        }
    }

    private void stuck() {
        List<String> alive =
                callers.stream().filter(Thread::isAlive).map(Thread::getName).toList();
        String taken = String.join(
                "; ",
                all.stream().map(Subject::rest).filter(rest -> !rest.isEmpty()).toList());
        tally.violated(
                Invariant.LOST,
                all.stream()
                        .filter(subject -> !subject.rest().isEmpty())
                        .findFirst()
                        .orElse(all.get(0)),
                "calls of " + String.join(", ", alive) + " do not end; taken: " + taken + "; all threads: "
                        + ThreadDump.write());
        callers.forEach(Thread::interrupt);
    }

    private boolean within(BooleanSupplier condition) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - since > patience.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(100_000);
        }
        return true;
    }

    /** Takes every permit of an idle policy at once, which shows that none is missing. */
    private final class Refill {
        private final Subject subject;

        Refill(Subject subject) {
            this.subject = subject;
        }

        void check() throws InterruptedException {
            if (subject.limit() == Subject.UNLIMITED) {
                return;
            }
            var leave = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < subject.limit(); i++) {
                threads.add(Thread.startVirtualThread(() -> enter(leave)));
            }
            boolean full = within(() -> subject.active() >= subject.limit());
            int admitted = subject.active();
            leave.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            if (!full) {
                tally.violated(
                        Invariant.LOST,
                        subject,
                        "of " + subject.limit() + " permits only " + admitted + " can be had when all is idle");
            }
        }

        /** Tries until it is in; a short timeout may end a call before its operation starts. */
        private void enter(CountDownLatch leave) {
            while (leave.getCount() > 0) {
                try {
                    subject.policy().run(() -> stay(leave));
                } catch (RuntimeException notAdmitted) {
                    LockSupport.parkNanos(100_000);
                }
            }
        }

        private void stay(CountDownLatch leave) {
            subject.start();
            boolean interrupted = false;
            while (leave.getCount() > 0) {
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    interrupted = true; // by a timeout; this operation stays
                }
            }
            subject.end();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
