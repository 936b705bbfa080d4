// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadEvent;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** Guarded methods beside other annotations of Spring. */
class BesideTest {
    static class Inventory {
        final AtomicInteger attempts = new AtomicInteger();

        @Retryable(maxRetries = 2, delay = 0)
        @Guarded("inventory")
        public String onTheThird() {
            if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
            return "third";
        }

        @Cacheable("stock")
        @Guarded("inventory")
        public int stock(String sku) {
            return attempts.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class Retries {
        final AtomicInteger permits = new AtomicInteger();

        @Bean
        Bulkhead inventory() {
            return Bulkhead.of("inventory", 1)
                    .withListener(BulkheadEvent.Permitted.class, event -> permits.incrementAndGet());
        }
    }

    @Test
    void eachAttemptOfARetryIsACallOfItsOwn() {
        App.run(App.bare(Retries.class, Inventory.class), context -> {
            assertThat(context.getBean(Inventory.class).onTheThird()).isEqualTo("third");
            assertThat(context.getBean(Retries.class).permits).hasValue(3);
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching(order = Guarded.ORDER - 1)
    static class CacheOutside {
        @Bean
        ConcurrentMapCacheManager caches() {
            return new ConcurrentMapCacheManager("stock");
        }
    }

    @Test
    void aCacheWithALowerOrderAnswersWithoutAPermit() {
        App.run(App.with(CacheOutside.class, Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            assertThat(inventory.stock("sku")).isEqualTo(1);
            try (Permit permit = App.inventory(context).acquire()) {
                assertThat(inventory.stock("sku")).isEqualTo(1);
                assertThatThrownBy(() -> inventory.stock("another")).isInstanceOf(BulkheadFullException.class);
            }
        });
    }
}
