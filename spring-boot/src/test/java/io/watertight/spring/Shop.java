// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.CallRejectedException;
import io.watertight.Policy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.slf4j.MDC;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A service with two dependencies, of which one can be made to hang. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Shop {
    /** A dependency that answers, or hangs until it is released. */
    static final class Dependency {
        private final Semaphore arrivals = new Semaphore(0);
        private volatile CountDownLatch gate = new CountDownLatch(0);

        void hang() {
            gate = new CountDownLatch(1);
        }

        void release() {
            gate.countDown();
        }

        String answer() throws InterruptedException {
            arrivals.release();
            gate.await();
            return "7 in stock, asked by " + MDC.get("request");
        }

        void awaitArrivals(int calls) throws InterruptedException {
            arrivals.acquire(calls);
        }
    }

    @Bean
    Dependency inventory() {
        return new Dependency();
    }

    @RestController
    static class Controllers {
        private final Dependency inventory;
        private final Policy walls;

        Controllers(Dependency inventory, @Qualifier("inventory") Policy walls) {
            this.inventory = inventory;
            this.walls = walls;
        }

        @GetMapping("/inventory")
        String inventory() throws InterruptedException {
            MDC.put("request", "r1");
            try {
                return walls.call(inventory::answer);
            } finally {
                MDC.remove("request");
            }
        }

        @GetMapping("/without-walls")
        String withoutWalls() throws InterruptedException {
            return inventory.answer();
        }

        @GetMapping("/user")
        String user() {
            return Thread.currentThread().isVirtual() ? "virtual" : "platform";
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
        String rejected(CallRejectedException rejected) {
            return String.valueOf(rejected.getMessage());
        }
    }
}
