// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static io.watertight.micrometer.Fleet.awaitStubbornly;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadClosedException;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.circuitbreaker.CircuitBreakerOpenException;
import io.watertight.contract.TestThreads;
import io.watertight.registry.Registry;
import io.watertight.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatertightMetersTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG_ENOUGH_TO_START = Duration.ofSeconds(2);

    private final Registry registry = Registry.create();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final WatertightMeters binder = WatertightMeters.of(registry);

    private double value(MeterName name, String... tags) {
        Meter meter = meters.get(name.text()).tags(tags).meter();
        return meter.measure().iterator().next().getValue();
    }

    /** Peer fault 20: no rejection counter, a wrong waiting gauge, negative concurrency. */
    @Test
    void aScrapeMissesNothingAndInventsNothing() {
        Bulkhead bulkhead = registry.register(Bulkhead.of("inventory", 1));
        binder.bindTo(meters);
        try (Permit held = bulkhead.acquire()) {
            assertThat(value(MeterName.BULKHEAD_CALLS, "outcome", "full")).isZero();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
            }
            assertThat(value(MeterName.BULKHEAD_CALLS, "outcome", "full")).isEqualTo(3);
            assertThat(value(MeterName.BULKHEAD_ACTIVE)).isEqualTo(1);
            assertThat(value(MeterName.BULKHEAD_SATURATION)).isEqualTo(1);
        }
        assertThat(value(MeterName.BULKHEAD_ACTIVE)).isZero();
        assertThat(value(MeterName.BULKHEAD_CALLS, "outcome", "permitted")).isEqualTo(1);
    }

    /** Peer fault 20: two wait, one gives up, the other is served. */
    @Test
    void theWaitingGaugeFollowsThoseWhoGiveUp() {
        Bulkhead bulkhead = registry.register(Bulkhead.of("inventory", 1).withMaxWait(Duration.ofMinutes(1)));
        binder.bindTo(meters);
        Permit held = bulkhead.acquire();
        CompletableFuture<String> first = bulkhead.callAsync(() -> CompletableFuture.completedFuture("served"));
        CompletableFuture<String> second = bulkhead.callAsync(() -> CompletableFuture.completedFuture("gave up"));
        assertThat(value(MeterName.BULKHEAD_WAITING)).isEqualTo(2);
        second.cancel(true);
        TestThreads.eventually("one waits", () -> value(MeterName.BULKHEAD_WAITING) == 1);
        held.close();
        assertThat(first.join()).isEqualTo("served");
        assertThat(value(MeterName.BULKHEAD_WAITING)).isZero();
        FunctionTimer wait = meters.get(MeterName.BULKHEAD_WAIT.text())
                .tag("name", "inventory")
                .functionTimer();
        assertThat(wait.count()).isEqualTo(2);
        assertThat(wait.totalTime(TimeUnit.NANOSECONDS)).isPositive();
    }

    @Test
    void aBulkheadWithAWait() {
        Bulkhead bulkhead =
                registry.register(Bulkhead.of("inventory", 1).withMaxWait(SHORT).withMaxWaiting(1));
        binder.bindTo(meters);
        try (Permit held = bulkhead.acquire();
                var threads = new TestThreads(Thread.ofVirtual().factory())) {
            threads.start(() -> {
                assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
                return true;
            });
        }
        assertThat(value(MeterName.BULKHEAD_CALLS, "outcome", "wait_expired")).isEqualTo(1);
        assertThat(value(MeterName.BULKHEAD_CALLS, "outcome", "too_many_waiting"))
                .isZero();
        FunctionTimer hold = meters.get(MeterName.BULKHEAD_HOLD.text()).functionTimer();
        assertThat(hold.count()).isEqualTo(1);
        assertThat(hold.totalTime(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(50);
    }

    @Test
    void aThreadPool() {
        ThreadPoolBulkhead pool = registry.register(
                ThreadPoolBulkhead.of("inventory", 1).withQueueCapacity(1).withTimeout(LONG_ENOUGH_TO_START));
        binder.bindTo(meters);
        var release = new CountDownLatch(1);
        CompletableFuture<Boolean> running = pool.submit(() -> awaitStubbornly(release));
        CompletableFuture<String> queued = pool.submit(() -> "never runs");
        assertThat(value(MeterName.BULKHEAD_QUEUED)).isEqualTo(1);
        assertThatThrownBy(() -> pool.call(() -> "full")).isInstanceOf(BulkheadFullException.class);
        assertThatThrownBy(running::join).hasCauseInstanceOf(TimeoutExceededException.class);
        assertThatThrownBy(queued::join).hasCauseInstanceOf(TimeoutExceededException.class);
        assertThat(value(MeterName.BULKHEAD_CALLS, "outcome", "queue_full")).isEqualTo(1);
        assertThat(value(MeterName.BULKHEAD_TIMEOUTS, "outcome", "running")).isEqualTo(1);
        assertThat(value(MeterName.BULKHEAD_TIMEOUTS, "outcome", "queued")).isEqualTo(1);
        assertThat(value(MeterName.BULKHEAD_STRAGGLERS)).isEqualTo(1);
        assertThat(value(MeterName.BULKHEAD_ACTIVE)).isEqualTo(1);
        release.countDown();
        TestThreads.eventually("no straggler", () -> value(MeterName.BULKHEAD_STRAGGLERS) == 0);

        pool.close();
        assertThatThrownBy(() -> pool.call(() -> "closed")).isInstanceOf(BulkheadClosedException.class);
        assertThat(meters.getMeters()).isEmpty();
    }

    @Test
    void aTimeout() {
        Timeout timeout = registry.register(Timeout.of("page", SHORT).withAbandonment(true));
        Timeout patient = registry.register(Timeout.of("inventory", Duration.ofMinutes(1)));
        binder.bindTo(meters);
        var release = new CountDownLatch(1);
        assertThat(patient.call(() -> "in time")).isEqualTo("in time");
        assertThatThrownBy(() -> timeout.call(() -> awaitStubbornly(release)))
                .isInstanceOf(TimeoutExceededException.class);
        assertThat(value(MeterName.TIMEOUT_CALLS, "outcome", "in_time", "name", "inventory"))
                .isEqualTo(1);
        assertThat(value(MeterName.TIMEOUT_CALLS, "outcome", "timed_out", "name", "page"))
                .isEqualTo(1);
        assertThat(value(MeterName.TIMEOUT_STRAGGLERS, "name", "page")).isEqualTo(1);
        release.countDown();
        TestThreads.eventually("no straggler", () -> value(MeterName.TIMEOUT_STRAGGLERS, "name", "page") == 0);
    }

    @Test
    void aCircuitBreaker() {
        CircuitBreaker breaker =
                registry.register(CircuitBreaker.of("inventory").withWindow(2));
        binder.bindTo(meters);
        assertThat(value(MeterName.BREAKER_STATE, "state", "closed")).isEqualTo(1);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> breaker.run(() -> {
                        throw new IOException("broken");
                    }))
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> breaker.call(() -> "open")).isInstanceOf(CircuitBreakerOpenException.class);
        assertThat(value(MeterName.BREAKER_STATE, "state", "closed")).isZero();
        assertThat(value(MeterName.BREAKER_STATE, "state", "open")).isEqualTo(1);
        assertThat(value(MeterName.BREAKER_STATE, "state", "half_open")).isZero();
        assertThat(value(MeterName.BREAKER_CALLS, "outcome", "failure")).isEqualTo(2);
        assertThat(value(MeterName.BREAKER_CALLS, "outcome", "open")).isEqualTo(1);
    }

    @Test
    void policiesThatComeAndGo() {
        binder.bindTo(meters);
        Bulkhead oltp = registry.register("jdbc", Bulkhead.of("oltp", 30));
        assertThat(value(MeterName.BULKHEAD_LIMIT, "name", "oltp", "kind", "jdbc"))
                .isEqualTo(30);
        registry.register(Bulkhead.of("oltp", 8));
        assertThat(value(MeterName.BULKHEAD_LIMIT, "name", "oltp", "kind", "semaphore"))
                .isEqualTo(8);
        registry.remove(oltp);
        assertThat(meters.find(MeterName.BULKHEAD_LIMIT.text()).meters()).hasSize(1);
        binder.close();
        assertThat(meters.getMeters()).isEmpty();
        registry.register(Bulkhead.of("late", 1));
        assertThat(meters.getMeters()).isEmpty();
    }

    @Test
    void twoMeterRegistriesAtOnce() {
        var other = new SimpleMeterRegistry();
        Bulkhead bulkhead = registry.register(Bulkhead.of("inventory", 1));
        binder.bindTo(meters);
        binder.bindTo(other);
        bulkhead.run(() -> {});
        for (var each : List.of(meters, other)) {
            assertThat(each.get(MeterName.BULKHEAD_CALLS.text())
                            .tag("outcome", "permitted")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    /** A meter filter is the user's code: it may come back to the registry. */
    @Test
    void aFilterThatRegistersAnotherPolicy() {
        List<String> filtered = new ArrayList<>();
        meters.config().meterFilter(MeterFilter.denyUnless(id -> {
            if (filtered.isEmpty()) {
                filtered.add(id.getName());
                registry.register(Bulkhead.of("from the filter", 1));
            }
            return true;
        }));
        binder.bindTo(meters);
        registry.register(Bulkhead.of("inventory", 1));
        assertThat(meters.find(MeterName.BULKHEAD_LIMIT.text()).meters()).hasSize(2);
    }

    @Test
    void policiesThatComeOnManyThreads() {
        binder.bindTo(meters);
        var barrier = new CyclicBarrier(8);
        try (var threads = new TestThreads(Thread.ofPlatform().factory())) {
            for (int i = 0; i < 8; i++) {
                int mine = i;
                threads.start(() -> {
                    barrier.await();
                    for (int j = 0; j < 20; j++) {
                        var bulkhead = registry.register(Bulkhead.fromConfiguration("b" + mine + "-" + j, 1));
                        if (j % 2 == 1) {
                            registry.remove(bulkhead);
                        }
                    }
                    return true;
                });
            }
        }
        assertThat(meters.find(MeterName.BULKHEAD_LIMIT.text()).meters()).hasSize(80);
    }

    @Test
    void histogramsByChoice() {
        var prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Bulkhead bulkhead = registry.register(Bulkhead.of("inventory", 1));
        WatertightMeters.of(registry).withPercentileHistograms(true).bindTo(prometheus);
        bulkhead.run(() -> {});
        assertThat(prometheus.scrape())
                .contains("watertight_bulkhead_hold_seconds_bucket")
                .contains("watertight_bulkhead_wait_seconds_count{kind=\"semaphore\",name=\"inventory\"} 1")
                .contains(
                        "watertight_bulkhead_calls_total{kind=\"semaphore\",name=\"inventory\",outcome=\"permitted\"} 1.0");
    }
}
