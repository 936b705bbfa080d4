// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import io.watertight.timeout.Timeout;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the properties describe is what the application gets. */
class PropertiesTest {
    private static final String[] PAGE = {
        "watertight.bulkheads.inventory.kind=semaphore",
        "watertight.bulkheads.inventory.max-concurrent-calls=40",
        "watertight.timeouts.inventory.limit=2s",
        "watertight.circuit-breakers.inventory.trial-calls=3",
        "watertight.pipelines.page[0]=circuit-breaker:inventory",
        "watertight.pipelines.page[1]=bulkhead:inventory",
        "watertight.pipelines.page[2]=timeout:inventory",
    };

    record Page(Bulkhead bulkhead, Timeout timeout, CircuitBreaker breaker, Pipeline page, Policy policy) {}

    @Configuration(proxyBeanMethods = false)
    static class PageConfiguration {
        @Bean
        Page page(
                @Qualifier("inventory") Bulkhead bulkhead,
                @Qualifier("inventory") Timeout timeout,
                @Qualifier("inventory") CircuitBreaker breaker,
                @Qualifier("page") Pipeline page,
                @Qualifier("page") Policy policy) {
            return new Page(bulkhead, timeout, breaker, page, policy);
        }
    }

    @Test
    void policiesOfOneNameAreToldApartByTheirTypes() {
        Application.with(PAGE).withUserConfiguration(PageConfiguration.class).run(context -> {
            Page page = context.getBean(Page.class);
            assertThat(page.bulkhead()).isSameAs(context.getBean("inventoryBulkhead"));
            assertThat(page.timeout()).isSameAs(context.getBean("inventoryTimeout"));
            assertThat(page.breaker()).isSameAs(context.getBean("inventoryCircuitBreaker"));
            assertThat(page.page()).isSameAs(context.getBean("pagePipeline")).isSameAs(page.policy());
        });
    }

    @Test
    void aPipelineHasTheOrderOfItsListAndTheLivePolicies() {
        Application.with(PAGE).run(context -> {
            Pipeline page = context.getBean(Pipeline.class);
            Bulkhead bulkhead = context.getBean(Bulkhead.class);
            assertThat(page).hasToString("circuitBreaker(bulkhead(timeout(operation)))");
            assertThat(page.<Integer, RuntimeException>call(bulkhead::activeCalls))
                    .isEqualTo(1);
            assertThat(bulkhead.activeCalls()).isZero();
        });
    }

    @Test
    void everyOptionOfASemaphoreIsSet() {
        Application.with(
                        "watertight.bulkheads.inventory.kind=semaphore",
                        "watertight.bulkheads.inventory.max-concurrent-calls=7",
                        "watertight.bulkheads.inventory.max-wait=150ms",
                        "watertight.bulkheads.inventory.max-waiting=3",
                        "watertight.bulkheads.inventory.fair=true",
                        "watertight.bulkheads.inventory.stack-traces=true")
                .run(context -> assertThat(configurationOf(context.getBean(Bulkhead.class)))
                        .isEqualTo(configurationOf(Bulkhead.of("inventory", 7)
                                .withMaxWait(Duration.ofMillis(150))
                                .withMaxWaiting(3)
                                .withFair(true)
                                .withStackTraces(true))));
    }

    @Test
    void everyOptionOfAThreadPoolIsSet() {
        Application.with(
                        "watertight.bulkheads.inventory.kind=thread-pool",
                        "watertight.bulkheads.inventory.max-concurrent-calls=7",
                        "watertight.bulkheads.inventory.queue-capacity=3",
                        "watertight.bulkheads.inventory.timeout=PT2S",
                        "watertight.bulkheads.inventory.stack-traces=true")
                .run(context -> assertThat(configurationOf(context.getBean(ThreadPoolBulkhead.class)))
                        .isEqualTo(configurationOf(ThreadPoolBulkhead.of("inventory", 7)
                                .withQueueCapacity(3)
                                .withTimeout(Duration.ofSeconds(2))
                                .withStackTraces(true))));
    }

    @Test
    void theKindSaysOnWhichThreadsTheOperationRuns() {
        Application.with(
                        "watertight.defaults.bulkhead.max-concurrent-calls=1",
                        "watertight.bulkheads.a.kind=semaphore",
                        "watertight.bulkheads.b.kind=thread-pool",
                        "watertight.bulkheads.c.kind=virtual")
                .run(context -> {
                    assertThat(threadOf(context.getBean("aBulkhead", Policy.class)))
                            .isSameAs(Thread.currentThread());
                    assertThat(threadOf(context.getBean("bBulkhead", Policy.class))
                                    .isVirtual())
                            .isFalse();
                    assertThat(threadOf(context.getBean("cBulkhead", Policy.class))
                                    .isVirtual())
                            .isTrue();
                });
    }

    @Test
    void everyOptionOfACircuitBreakerIsSetInAnyOrder() {
        Application.with(
                        "watertight.circuit-breakers.inventory.minimum-calls=200",
                        "watertight.circuit-breakers.inventory.slow-call-rate-threshold=0.8",
                        "watertight.circuit-breakers.inventory.slow-call-duration=1s",
                        "watertight.circuit-breakers.inventory.window-calls=300",
                        "watertight.circuit-breakers.inventory.failure-rate-threshold=0.3",
                        "watertight.circuit-breakers.inventory.open-duration=1m",
                        "watertight.circuit-breakers.inventory.trial-calls=2",
                        "watertight.circuit-breakers.inventory.stack-traces=true")
                .run(context -> assertThat(configurationOf(context.getBean(CircuitBreaker.class)))
                        .isEqualTo(configurationOf(CircuitBreaker.of("inventory")
                                .withWindow(300)
                                .withMinimumCalls(200)
                                .withFailureRateThreshold(0.3)
                                .withSlowCallDuration(Duration.ofSeconds(1))
                                .withSlowCallRateThreshold(0.8)
                                .withOpenDuration(Duration.ofMinutes(1))
                                .withTrialCalls(2)
                                .withStackTraces(true))));
    }

    @Test
    void aTimeoutMayAbandon() {
        Application.with("watertight.timeouts.page.limit=2s", "watertight.timeouts.page.abandonment=true")
                .run(context ->
                        assertThat(context.getBean(Timeout.class)).hasToString("Timeout[page: PT2S, abandons]"));
    }

    @Test
    void defaultsHoldForWhatAPolicyDoesNotSet() {
        Application.with(
                        "watertight.defaults.bulkhead.kind=semaphore",
                        "watertight.defaults.bulkhead.max-concurrent-calls=10",
                        "watertight.defaults.bulkhead.max-wait=1s",
                        "watertight.defaults.bulkhead.queue-capacity=5",
                        "watertight.bulkheads.inventory.max-wait=2s",
                        "watertight.bulkheads.user.max-concurrent-calls=20",
                        "watertight.bulkheads.payment.kind=thread-pool")
                .run(context -> {
                    assertThat(context.getBean("inventoryBulkhead", Bulkhead.class))
                            .hasToString("Bulkhead[inventory: 0 of 10 active, 0 waiting, max wait PT2S]");
                    assertThat(context.getBean("userBulkhead", Bulkhead.class))
                            .hasToString("Bulkhead[user: 0 of 20 active, 0 waiting, max wait PT1S]");
                    assertThat(configurationOf(context.getBean("paymentBulkhead", ThreadPoolBulkhead.class)))
                            .isEqualTo(configurationOf(
                                    ThreadPoolBulkhead.of("payment", 10).withQueueCapacity(5)));
                });
    }

    @Test
    void theWindowOfACircuitBreakerStandsForTheOtherKindOfTheDefaults() {
        Application.with(
                        "watertight.defaults.circuit-breaker.window-duration=1m",
                        "watertight.circuit-breakers.a.window-calls=50",
                        "watertight.circuit-breakers.b.trial-calls=5")
                .run(context -> {
                    assertThat(configurationOf(context.getBean("aCircuitBreaker", CircuitBreaker.class)))
                            .isEqualTo(configurationOf(CircuitBreaker.of("a").withWindow(50)));
                    assertThat(configurationOf(context.getBean("bCircuitBreaker", CircuitBreaker.class)))
                            .isEqualTo(configurationOf(CircuitBreaker.of("b").withWindow(Duration.ofMinutes(1))));
                });
    }

    @Test
    void anEnvironmentVariableOverridesAFileAndSpellsNoSecondName() {
        Application.with(
                        "watertight.bulkheads.user-service.kind=semaphore",
                        "watertight.bulkheads.user-service.max-concurrent-calls=10")
                .withInitializer(context -> TestPropertyValues.of(Map.of(
                                "WATERTIGHT_BULKHEADS_USERSERVICE_MAXCONCURRENTCALLS", "30",
                                "WATERTIGHT_BULKHEADS_INVENTORY_KIND", "thread-pool",
                                "WATERTIGHT_BULKHEADS_INVENTORY_MAX_CONCURRENT_CALLS", "5"))
                        .applyTo(context.getEnvironment(), TestPropertyValues.Type.SYSTEM_ENVIRONMENT))
                .run(context -> {
                    assertThat(context.getBean(Bulkhead.class).name()).isEqualTo("user-service");
                    assertThat(context.getBean("userServiceBulkhead")).isSameAs(context.getBean(Bulkhead.class));
                    assertThat(context.getBean(ThreadPoolBulkhead.class).maxConcurrentCalls())
                            .isEqualTo(5);
                });
    }

    @Test
    void anEmptyCircuitBreakerHasItsDefaults() {
        Application.with("watertight.circuit-breakers.inventory=")
                .run(context -> assertThat(configurationOf(context.getBean(CircuitBreaker.class)))
                        .isEqualTo(configurationOf(CircuitBreaker.of("inventory"))));
    }

    @Test
    void aThreadPoolIsClosedWithTheApplication() {
        var pool = new CompletableFuture<ThreadPoolBulkhead>();
        Application.with(
                        "watertight.bulkheads.inventory.kind=thread-pool",
                        "watertight.bulkheads.inventory.max-concurrent-calls=1")
                .run(context -> pool.complete(context.getBean(ThreadPoolBulkhead.class)));
        assertThat(pool.join().submit(() -> "late"))
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .withMessageContaining("closed");
    }

    @Test
    void theRegistryHasThemWhenABeanIsMade() {
        Application.with(PAGE)
                .run(context -> assertThat(context.getBean(Registry.class).entries())
                        .extracting(Registered::kind, Registered::name)
                        .containsExactly(
                                tuple("semaphore", "inventory"),
                                tuple("timeout", "inventory"),
                                tuple("circuit-breaker", "inventory"),
                                tuple("pipeline", "page")));
    }

    @Test
    void aRegistryOfTheApplicationGetsThem() {
        Registry own = Registry.create();
        Bulkhead there = own.register(Bulkhead.of("inventory", 40));
        Application.with(PAGE).withBean(Registry.class, () -> own).run(context -> {
            assertThat(context.getBean(Bulkhead.class)).isSameAs(there);
            assertThat(context.getBean(Pipeline.class).policies()).contains(there);
            assertThat(own.get(Timeout.class, "inventory")).isSameAs(context.getBean(Timeout.class));
        });
    }

    @Test
    void nothingConfiguredIsNoPolicy() {
        Application.with()
                .run(context -> assertThat(context.getBeansOfType(Policy.class)).isEmpty());
    }

    private static Object configurationOf(Policy policy) {
        return policy.configuration();
    }

    private static Thread threadOf(Policy policy) {
        return policy.<Thread, RuntimeException>call(Thread::currentThread);
    }
}
