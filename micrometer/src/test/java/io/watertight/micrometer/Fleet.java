// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.watertight.ResilientException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.contract.TestThreads;
import io.watertight.registry.Registry;
import io.watertight.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A registry with a policy of each kind, with something in each state that a gauge can show. */
final class Fleet implements AutoCloseable {
    private static final Duration SHORT = Duration.ofMillis(5);

    final Registry registry = Registry.create();
    private final Bulkhead inventory = registry.register(Bulkhead.of("inventory", 2));
    private final Bulkhead checkout =
            registry.register(Bulkhead.of("checkout", 1).withMaxWait(Duration.ofHours(1)));
    private final ThreadPoolBulkhead reports =
            registry.register(ThreadPoolBulkhead.of("reports", 1).withTimeout(SHORT));
    private final ThreadPoolBulkhead mail = registry.register(
            ThreadPoolBulkhead.of("mail", 1).withQueueCapacity(1).withVirtualThreads(true));
    private final Timeout page = registry.register(Timeout.of("page", SHORT).withAbandonment(true));
    private final CircuitBreaker good = registry.register(CircuitBreaker.of("good"));
    private final CircuitBreaker bad =
            registry.register(CircuitBreaker.of("bad").withWindow(1));
    private final Bulkhead oltp = registry.register("jdbc", Bulkhead.of("oltp", 30));
    private final Bulkhead partner = registry.register("http", Bulkhead.of("partner.example", 8));
    private final List<Permit> held = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /** Fills what can be full: a call waits, one is queued, two operations run on after their timeouts. */
    void fill() {
        held.add(checkout.acquire());
        var unused = List.of(
                checkout.callAsync(() -> CompletableFuture.completedFuture("waits")),
                mail.submit(() -> awaitStubbornly(end)),
                mail.submit(() -> "queued"));
        TestThreads.eventually(
                "one waits and one is queued", () -> checkout.waitingCalls() == 1 && mail.queuedCalls() == 1);
        failing(() -> reports.call(() -> awaitStubbornly(end)));
        failing(() -> page.call(() -> awaitStubbornly(end)));
        failing(() -> bad.run(() -> {
            throw new IOException("down");
        }));
    }

    /** A few calls of every kind, permitted and not. */
    void traffic() {
        for (Bulkhead each : List.of(inventory, oltp, partner)) {
            each.run(() -> {});
        }
        try (Permit first = inventory.acquire();
                Permit second = inventory.acquire()) {
            failing(() -> inventory.run(() -> {}));
        }
        failing(() -> mail.call(() -> "queue full"));
        failing(() -> page.run(() -> new CountDownLatch(1).await()));
        failing(() -> page.call(() -> "mostly in time"));
        good.run(() -> {});
        failing(() -> bad.run(() -> {}));
    }

    /** An operation that does not heed interruption. */
    static boolean awaitStubbornly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return true;
            } catch (InterruptedException e) {
                // waits on
            }
        }
    }

    /** A call that may fail by its policy or by its operation. */
    private static void failing(Call call) {
        try {
            call.make();
        } catch (ResilientException | IOException expected) {
            // what the meters count
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private interface Call {
        void make() throws Exception;
    }

    @Override
    public void close() {
        end.countDown();
        held.forEach(Permit::close);
        mail.close();
        reports.close();
    }
}
