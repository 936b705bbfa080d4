// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** The real application over HTTP, while Inventory hangs. */
class ShopTest {
    private static final int LIMIT = 5;
    private static final int TOMCAT_THREADS = 30;
    private static final String BREAKER_CALLS = "watertight_circuitbreaker_calls_total";

    /** Small, and patient enough that what hangs does so until it is healed, however slow the machine is. */
    private static RunningShop shop(boolean virtual) {
        return new RunningShop(
                "spring.threads.virtual.enabled=" + virtual,
                "server.tomcat.threads.max=" + TOMCAT_THREADS,
                "watertight.bulkheads.inventory.max-concurrent-calls=" + LIMIT,
                "watertight.bulkheads.payment.timeout=10m",
                "watertight.bulkheads.user.max-wait=10m",
                "watertight.timeouts.inventory.limit=10m",
                "watertight.timeouts.user.limit=10m");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHangFloodsOneCompartmentAlone(boolean virtual) throws Exception {
        try (RunningShop shop = shop(virtual)) {
            assertThat(shop.get("/page/sku-42").body())
                    .isEqualTo("{\"user\":{\"id\":\"ada\",\"name\":\"A visitor\"},"
                            + "\"stock\":{\"sku\":\"sku-42\",\"availability\":\"in stock\"},"
                            + "\"payment\":{\"user\":\"ada\",\"method\":\"invoice\"}}");
            shop.p90("/account"); // warm up
            Duration quiet = shop.p90("/account");

            assertThat(shop.post("/inventory/hang?delay=10m").statusCode()).isEqualTo(200);
            int requests = 2 * TOMCAT_THREADS;
            List<CompletableFuture<String>> pages = shop.flood("/page/sku-42", requests, requests - LIMIT);

            Duration hanging = shop.p90("/account");
            assertThat(pages.stream().filter(page -> !page.isDone())).hasSize(LIMIT);
            assertThat(pages.stream().filter(CompletableFuture::isDone))
                    .allSatisfy(page ->
                            assertThat(page.join()).contains("\"availability\":\"unknown\"", "\"method\":\"invoice\""));
            // The hang lasts as long as the test: a request behind it would take that long.
            assertThat(hanging).isLessThan(quiet.multipliedBy(20).plusMillis(500));
            anOperatorSeesIt(shop, requests - LIMIT);

            assertThat(shop.post("/inventory/heal").statusCode()).isEqualTo(200);
            assertThat(pages)
                    .filteredOn(page -> !page.join().contains("unknown"))
                    .hasSize(LIMIT)
                    .allSatisfy(page -> assertThat(page.join()).contains("\"availability\":\"in stock\""));
            assertThat(shop.get("/page/sku-42").body()).contains("\"availability\":\"in stock\"");
            assertThat(shop.get("/actuator/bulkheads/inventory").body())
                    .contains("\"activeCalls\":0", "\"saturated\":false");
        }
    }

    private static void anOperatorSeesIt(RunningShop shop, int rejected) throws IOException, InterruptedException {
        assertThat(shop.get("/actuator/bulkheads/inventory").body())
                .contains(
                        "\"maxConcurrentCalls\":5",
                        "\"activeCalls\":5",
                        "\"saturated\":true",
                        "\"rejectedInLastMinute\":" + rejected);
        assertThat(shop.get("/actuator/bulkheads/user").body()).contains("\"saturated\":false");
        assertThat(shop.get("/actuator/bulkheads/payment").body()).contains("\"saturated\":false");
        assertThat(shop.get("/actuator/health").body()).contains("\"status\":\"UP\"", "\"saturated\":[\"inventory\"]");
        assertThat(shop.sample("watertight_bulkhead_calls_total", "name=\"inventory\",outcome=\"full\""))
                .isEqualTo(rejected);
        assertThat(shop.sample("watertight_bulkhead_saturation", "name=\"inventory\""))
                .isEqualTo(1);
        assertThat(shop.sample("watertight_bulkhead_saturation", "name=\"user\""))
                .isZero();
        assertThat(shop.sample("watertight_bulkhead_saturation", "name=\"payment\""))
                .isZero();
    }

    /** The control: the same hang without walls takes every thread, so the test above can fail. */
    @Test
    void withoutWallsTheOtherPagesStarve() throws Exception {
        try (RunningShop shop =
                new RunningShop("spring.profiles.active=unguarded", "server.tomcat.threads.max=" + TOMCAT_THREADS)) {
            shop.post("/inventory/hang?delay=1h");
            List<CompletableFuture<String>> pages = shop.flood("/page/sku-42", 2 * TOMCAT_THREADS, 0);
            CompletableFuture<String> account;
            do { // until the pages have all threads
                account = shop.body("/account");
            } while (isAnsweredWithinASecond(account));
            assertThat(pages).noneMatch(CompletableFuture::isDone);
            assertThat(account).isNotDone();
        }
    }

    private static boolean isAnsweredWithinASecond(CompletableFuture<String> answer) throws Exception {
        try {
            answer.get(1, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException starving) {
            return false;
        }
    }

    @Test
    void theTimeoutEndsTheHangAndTheCircuitBreakerSparesInventoryUntilItIsHealed() throws Exception {
        try (RunningShop shop = new RunningShop(
                "watertight.timeouts.inventory.limit=200ms",
                "watertight.circuit-breakers.inventory.minimum-calls=4",
                "watertight.circuit-breakers.inventory.open-duration=2s")) {
            shop.post("/inventory/hang?delay=1h");
            while (shop.sample(BREAKER_CALLS, "outcome=\"open\"") == 0) {
                assertThat(shop.get("/page/sku-42").body()).contains("\"availability\":\"unknown\"");
            }
            assertThat(shop.sample(BREAKER_CALLS, "outcome=\"failure\"")).isGreaterThanOrEqualTo(4);
            assertThat(shop.sample("watertight_timeout_calls_total", "name=\"inventory\",outcome=\"timed_out\""))
                    .isGreaterThanOrEqualTo(4);

            shop.post("/inventory/heal");
            while (!shop.get("/page/sku-42").body().contains("\"availability\":\"in stock\"")) {
                Thread.onSpinWait(); // until the circuit breaker tries again
            }
        }
    }

    @Test
    void whatMustBeThereIsRefusedWithTheNumbers() throws Exception {
        try (RunningShop shop = new RunningShop("watertight.bulkheads.payment.timeout=100ms")) {
            assertThat(shop.post("/payment/hang?delay=1h").body()).isEqualTo("payment answers after 3600000 ms now\n");
            var account = shop.get("/account");
            assertThat(account.statusCode()).isEqualTo(503);
            assertThat(account.body()).contains("Call of 'payment' exceeded its timeout");
            assertThat(shop.post("/shipping/hang").statusCode()).isEqualTo(404);
            assertThat(shop.post("/payment/hang?delay=0s").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void nothingIsLeftOfAClosedShop() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        int port;
        List<RestClient> clients;
        try (RunningShop shop = shop(false)) {
            port = shop.port();
            clients = shop.beans(RestClient.class);
            shop.flood("/page/sku-42", 10, 10);
            assertThat(threadsBeside(before)).anyMatch(name -> name.startsWith("payment"));
        }
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
        assertThat(clients)
                .hasSize(3)
                .allSatisfy(client -> assertThatThrownBy(
                                () -> client.get().uri("/sku-42").retrieve().toBodilessEntity())
                        .isInstanceOf(ResourceAccessException.class));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!threadsBeside(before).isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait(); // those that were told to end may still be about to
        }
        assertThat(threadsBeside(before)).isEmpty();
    }

    /** Without those that outlive an application: pools of the JDK, its HTTP clients until it collects them, an idle timer. */
    private static List<String> threadsBeside(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> Stream.of("ForkJoinPool", "VirtualThread-", "HttpClient-", "watertight-timer")
                        .noneMatch(name::startsWith))
                .toList();
    }
}
