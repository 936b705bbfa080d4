// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import io.watertight.ResilientException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/** What the races share: bulkheads to fight for, and the look at what is left of one afterwards. */
final class Race {
    /** A wait that may end while a release is on its way. */
    static final Duration TINY = Duration.ofNanos(20_000);

    /** A wait that ends by its deadline only where a wake-up was lost. */
    static final Duration PATIENT = Duration.ofSeconds(10);

    /** A wait that never ends by its deadline. */
    static final Duration FOREVER = Duration.ofDays(365);

    private Race() {}

    /** Makes a fair bulkhead or, just as likely, one that lets newcomers barge; its name says which it is. */
    static Bulkhead eitherFairOrNot(int limit) {
        return toss() ? bulkhead("fair", limit) : bulkhead("barging", limit);
    }

    private static Bulkhead bulkhead(String name, int limit) {
        return Bulkhead.fromConfiguration(name, limit).withFair(name.equals("fair"));
    }

    static boolean toss() {
        return ThreadLocalRandom.current().nextBoolean();
    }

    /** Makes one blocking call and says how it ended. */
    static String callOnce(Bulkhead bulkhead) {
        try {
            return bulkhead.call(() -> "permitted");
        } catch (BulkheadFullException full) {
            return "rejected";
        } catch (ResilientException e) {
            return e.getCause() instanceof InterruptedException ? "interrupted" : e.toString();
        }
    }

    /** Makes one asynchronous call that ends as soon as it is permitted. */
    static CompletableFuture<String> ready(Bulkhead bulkhead) {
        return ready(bulkhead, () -> {});
    }

    /** Makes one asynchronous call that tells when its supplier runs, and ends. */
    static CompletableFuture<String> ready(Bulkhead bulkhead, Runnable runs) {
        return bulkhead.callAsync(() -> {
            runs.run();
            return CompletableFuture.completedFuture("permitted");
        });
    }

    /** Waits for the end of an asynchronous call and says how it ended. */
    static String outcome(CompletableFuture<String> call) {
        if (!within(PATIENT, call::isDone)) {
            return "no outcome";
        }
        return call.handle((value, failure) -> failure instanceof BulkheadFullException
                        ? "rejected"
                        : failure == null ? value : failure.toString())
                .getNow("no outcome");
    }

    /**
     * Lets everything that waits or runs come to its end and answers "exact" if then nothing waits and exactly the limit
     * can be acquired, else the numbers.
     */
    static String aftermath(Bulkhead bulkhead) {
        boolean settled = within(PATIENT, () -> bulkhead.waitingCalls() == 0 && bulkhead.activeCalls() <= 0);
        String state = bulkhead.toString();
        int free = free(bulkhead);
        return settled && free == bulkhead.maxConcurrentCalls() && bulkhead.waitingCalls() == 0
                ? "exact"
                : free + " free, " + state;
    }

    @SuppressWarnings("ThreadPriorityCheck") // a hint, so that on few cores those who are awaited run
    static boolean within(Duration limit, BooleanSupplier condition) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - since > limit.toNanos()) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    private static int free(Bulkhead bulkhead) {
        List<Permit> permits = new ArrayList<>();
        while (permits.size() < 2 * bulkhead.maxConcurrentCalls()) {
            var permit = bulkhead.tryAcquire();
            if (permit.isEmpty()) {
                break;
            }
            permits.add(permit.get());
        }
        permits.forEach(Permit::close);
        return permits.size();
    }
}
