// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.bulkhead.BulkheadClosedException;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** An application that ends lets the calls of its thread-pool bulkheads end first, for as long as Boot lets a phase last. */
class DrainTest {
    private static RunningShop shop(String phase) {
        return new RunningShop(
                "spring.lifecycle.timeout-per-shutdown-phase=" + phase,
                "watertight.bulkheads.inventory.kind=thread-pool",
                "watertight.bulkheads.inventory.max-concurrent-calls=2");
    }

    private static CompletableFuture<Void> closing(RunningShop shop) {
        return CompletableFuture.runAsync(
                shop.context::close, task -> Thread.ofPlatform().start(task));
    }

    /** Until the bulkhead admits nothing more, which is the first thing that its close does. */
    private static void awaitClosed(ThreadPoolBulkhead pool) throws InterruptedException {
        while (!(pool.submit(() -> "late").handle((value, failure) -> failure).join()
                instanceof BulkheadClosedException)) {
            Thread.sleep(1);
        }
    }

    /** Until the web server takes no connection, which is how its graceful shutdown begins. */
    private static void awaitNoMoreConnections(RunningShop shop) throws InterruptedException {
        while (true) {
            try (var connection = new Socket("localhost", shop.port())) {
                Thread.sleep(1);
            } catch (IOException refused) {
                return;
            }
        }
    }

    @Test
    void aRunningCallEndsFirst() throws Exception {
        try (RunningShop shop = shop("60s")) {
            ThreadPoolBulkhead pool = shop.bean(ThreadPoolBulkhead.class);
            shop.inventory.hang();
            CompletableFuture<String> call = pool.submit(shop.inventory::answer);
            shop.inventory.awaitArrivals(1);
            CompletableFuture<Void> closing = closing(shop);
            awaitClosed(pool);
            assertThat(call).isNotDone();
            assertThat(closing).isNotDone();
            shop.inventory.release();
            assertThat(call.get()).startsWith("7 in stock");
            closing.get();
        }
    }

    @Test
    void aRequestThatIsUnderWayIsStillAdmitted() throws Exception {
        try (RunningShop shop = shop("60s")) {
            var held = shop.hold("/without-walls", 1);
            ThreadPoolBulkhead pool = shop.bean(ThreadPoolBulkhead.class);
            CompletableFuture<Void> closing = closing(shop);
            awaitNoMoreConnections(shop);
            assertThat(pool.call(() -> "admitted")).isEqualTo("admitted");
            shop.inventory.release();
            assertThat(held.getFirst().join().statusCode()).isEqualTo(200);
            closing.get();
            assertThatThrownBy(() -> pool.call(() -> "late")).isInstanceOf(BulkheadClosedException.class);
        }
    }

    @Test
    void aCallThatDoesNotEndIsInterruptedWithinThePhase() throws Exception {
        try (RunningShop shop = shop("500ms")) {
            var running = new CountDownLatch(1);
            var interrupted = new CountDownLatch(1);
            CompletableFuture<String> call = shop.bean(ThreadPoolBulkhead.class).submit(() -> {
                running.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
                return "interrupted";
            });
            running.await();
            closing(shop).get();
            interrupted.await();
            assertThatThrownBy(call::get).isInstanceOf(ExecutionException.class).hasMessageContaining("closed");
        }
    }

    @Test
    void anApplicationThatIsOnlyStoppedKeepsItsBulkheads() {
        Application.with(
                        "watertight.bulkheads.inventory.kind=thread-pool",
                        "watertight.bulkheads.inventory.max-concurrent-calls=2")
                .run(context -> {
                    context.getSourceApplicationContext(
                                    org.springframework.context.ConfigurableApplicationContext.class)
                            .stop();
                    context.getSourceApplicationContext(
                                    org.springframework.context.ConfigurableApplicationContext.class)
                            .start();
                    assertThat(context.getBean(ThreadPoolBulkhead.class).call(() -> "admitted"))
                            .isEqualTo("admitted");
                });
    }
}
