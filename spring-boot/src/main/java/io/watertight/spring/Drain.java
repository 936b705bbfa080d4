// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Lets the calls of thread-pool bulkheads end before the application does.
 *
 * <p>It stops after the web server (Boot's graceful shutdown is at {@code DEFAULT_PHASE - 1024}, the server itself at
 * {@code - 2048}): until then a request may need a bulkhead. Beans without a phase, such as connection pools, are
 * destroyed after it: until then a call may need them.
 *
 * <p>A bulkhead once closed stays closed, so this acts when the application is closed for good, not when it is merely
 * stopped or paused.
 */
final class Drain implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {
    /** After the web server. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 3072;

    private final Registry registry;
    private final Duration patience;
    private volatile boolean running;
    private volatile boolean closing;

    /** Takes the time that Boot gives a phase; the drain takes a little less, to interrupt before it is overrun. */
    Drain(Registry registry, Duration phaseTimeout) {
        this.registry = registry;
        this.patience = phaseTimeout.multipliedBy(9).dividedBy(10);
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        closing = true;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop(Runnable done) {
        running = false;
        List<ThreadPoolBulkhead> pools = closing ? pools() : List.of();
        if (pools.isEmpty()) {
            done.run();
            return;
        }
        var open = new AtomicInteger(pools.size());
        for (ThreadPoolBulkhead pool : pools) {
            Thread.ofVirtual().name("drain-" + pool.name()).start(() -> {
                try {
                    pool.close(patience);
                } finally {
                    if (open.decrementAndGet() == 0) {
                        done.run();
                    }
                }
            });
        }
    }

    @Override
    public void stop() {
        var done = new CountDownLatch(1);
        stop(done::countDown);
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<ThreadPoolBulkhead> pools() {
        return registry.entries().stream()
                .map(Registered::policy)
                .filter(ThreadPoolBulkhead.class::isInstance)
                .map(ThreadPoolBulkhead.class::cast)
                .toList();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
