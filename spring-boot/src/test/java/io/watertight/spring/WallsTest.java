// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.Bulkhead;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real service over HTTP: one dependency hangs, and the other controller answers as if nothing were. */
class WallsTest {
    private static final int TOMCAT_THREADS = 20;

    private static RunningShop shop(boolean virtual, String kind) {
        return new RunningShop(
                "spring.threads.virtual.enabled=" + virtual,
                "server.tomcat.threads.max=" + TOMCAT_THREADS,
                "watertight.bulkheads.inventory.kind=" + kind,
                "watertight.bulkheads.inventory.max-concurrent-calls=5");
    }

    @ParameterizedTest
    @CsvSource({
        "false, semaphore",
        "true, semaphore",
        "false, thread-pool",
        "true, thread-pool",
        "false, virtual",
        "true, virtual"
    })
    void theOtherControllerKeepsItsP99(boolean virtual, String kind) throws Exception {
        try (RunningShop shop = shop(virtual, kind)) {
            assertThat(shop.get("/user").body()).isEqualTo(virtual ? "virtual" : "platform");
            p99(shop, 200); // warm up
            long quiet = p99(shop, 200);

            List<CompletableFuture<HttpResponse<String>>> held = shop.hold("/inventory", 5);
            List<CompletableFuture<HttpResponse<String>>> shed = IntStream.range(0, 2 * TOMCAT_THREADS)
                    .mapToObj(i -> shop.getAsync("/inventory"))
                    .toList();
            long hanging = p99(shop, 200);

            assertThat(shed)
                    .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(503));
            assertThat(held).noneMatch(CompletableFuture::isDone);
            // The hang lasts as long as the test. What the requests of two pools of clients cost each other on two
            // processors, and a collection of garbage, must stay below; a request behind the hang would not.
            assertThat(Duration.ofNanos(hanging))
                    .isLessThan(Duration.ofNanos(quiet).multipliedBy(20).plusMillis(500));

            shop.inventory.release();
            assertThat(held)
                    .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
            assertThat(shop.get("/inventory").statusCode()).isEqualTo(200);
        }
    }

    /** The control: the same load without walls takes the service down, so the test above can fail. */
    @Test
    void withoutWallsTheOtherControllerStarves() throws Exception {
        try (RunningShop shop = shop(false, "semaphore")) {
            List<CompletableFuture<HttpResponse<String>>> held = shop.hold("/without-walls", TOMCAT_THREADS);
            CompletableFuture<HttpResponse<String>> user = shop.getAsync("/user");
            assertThat(user).failsWithin(1, TimeUnit.SECONDS).withThrowableOfType(TimeoutException.class);
            shop.inventory.release();
            assertThat(user.join().statusCode()).isEqualTo(200);
            assertThat(held)
                    .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
        }
    }

    @Test
    void afterTheHangEveryPermitIsBack() throws Exception {
        try (RunningShop shop = shop(true, "semaphore")) {
            var held = shop.hold("/inventory", 5);
            assertThat(shop.get("/inventory").body())
                    .isEqualTo("Bulkhead 'inventory' is full: 5 of 5 active, 0 waiting, fails fast");
            shop.inventory.release();
            held.forEach(CompletableFuture::join);
            Bulkhead bulkhead = shop.bean(Bulkhead.class);
            assertThat(bulkhead.activeCalls()).isZero();
            assertThat(bulkhead.waitingCalls()).isZero();
        }
    }

    private static long p99(RunningShop shop, int requests) throws IOException, InterruptedException {
        long[] nanos = new long[requests];
        for (int i = 0; i < requests; i++) {
            long since = System.nanoTime();
            assertThat(shop.get("/user").statusCode()).isEqualTo(200);
            nanos[i] = System.nanoTime() - since;
        }
        Arrays.sort(nanos);
        return nanos[requests * 99 / 100 - 1];
    }
}
