// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.registry.Registry;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an operator sees of a running service, over HTTP. */
class OperatorTest {
    private static final String[] PROPERTIES = {
        "management.endpoint.health.show-details=always",
        "watertight.bulkheads.inventory.kind=semaphore",
        "watertight.bulkheads.inventory.max-concurrent-calls=2",
        "watertight.bulkheads.mail.kind=thread-pool",
        "watertight.bulkheads.mail.max-concurrent-calls=3",
        "watertight.bulkheads.mail.queue-capacity=10",
    };

    private static RunningShop shop(String... more) {
        return new RunningShop(Stream.of(PROPERTIES, more).flatMap(Stream::of).toArray(String[]::new));
    }

    @Test
    void theEndpointShowsLimitsActiveWaitingAndRejected() throws Exception {
        try (RunningShop shop = shop()) {
            shop.hold("/inventory", 2);
            for (int i = 0; i < 3; i++) {
                assertThat(shop.get("/inventory").statusCode()).isEqualTo(503);
            }
            assertThat(shop.get("/actuator/bulkheads").body())
                    .isEqualTo(
                            "{\"bulkheads\":{"
                                    + "\"inventory\":{\"kind\":\"semaphore\",\"maxConcurrentCalls\":2,\"activeCalls\":2,"
                                    + "\"waitingCalls\":0,\"maxWait\":\"PT0S\",\"saturated\":true,\"rejectedInLastMinute\":3},"
                                    + "\"mail\":{\"kind\":\"thread-pool\",\"maxConcurrentCalls\":3,\"activeCalls\":0,"
                                    + "\"queuedCalls\":0,\"queueCapacity\":10,\"saturated\":false,\"rejectedInLastMinute\":0}}}");
            assertThat(shop.get("/actuator/bulkheads/mail").body()).contains("\"maxConcurrentCalls\":3");
            assertThat(shop.get("/actuator/bulkheads/nobody").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void theEndpointFollowsTheRegistry() throws Exception {
        try (RunningShop shop = shop()) {
            Registry registry = shop.bean(Registry.class);
            Bulkhead late = registry.register(Bulkhead.of("late", 1));
            try (var permit = late.acquire()) {
                assertThat(late.tryAcquire()).isEmpty();
            }
            assertThat(shop.get("/actuator/bulkheads/late").body()).contains("\"rejectedInLastMinute\":1");
            registry.remove(late);
            assertThat(shop.get("/actuator/bulkheads/late").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void saturationIsADetailAndTakesNothingDown() throws Exception {
        try (RunningShop shop = shop()) {
            shop.hold("/inventory", 2);
            HttpResponse<String> health = shop.get("/actuator/health");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body())
                    .contains("\"bulkheads\":{\"details\":{\"saturated\":[\"inventory\"]")
                    .contains("\"status\":\"UP\"")
                    .doesNotContain("OUT_OF_SERVICE");
        }
    }

    @Test
    void saturationTakesTheInstanceOutOfServiceWhereThatIsWanted() throws Exception {
        try (RunningShop shop = shop("watertight.health.status-when-saturated=out-of-service")) {
            assertThat(shop.get("/actuator/health").statusCode()).isEqualTo(200);
            shop.hold("/inventory", 2);
            assertThat(shop.get("/actuator/health").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void theMetersAreBoundByThemselves() throws Exception {
        try (RunningShop shop = shop("watertight.metrics.percentile-histograms=true")) {
            shop.hold("/inventory", 2);
            assertThat(shop.get("/inventory").statusCode()).isEqualTo(503);
            MeterRegistry meters = shop.bean(MeterRegistry.class);
            assertThat(meters.get("watertight.bulkhead.active")
                            .tag("name", "inventory")
                            .gauge()
                            .value())
                    .isEqualTo(2);
            assertThat(meters.get("watertight.bulkhead.calls")
                            .tags("name", "inventory", "outcome", "permitted")
                            .functionCounter()
                            .count())
                    .isEqualTo(2);
            assertThat(shop.get("/actuator/metrics/watertight.bulkhead.limit").body())
                    .contains("\"inventory\"", "\"mail\"");
        }
    }

    @Test
    void theContextCrossesToTheThreadsOfABulkhead() throws Exception {
        try (RunningShop shop = new RunningShop(
                "watertight.bulkheads.inventory.kind=thread-pool",
                "watertight.bulkheads.inventory.max-concurrent-calls=2")) {
            assertThat(shop.get("/inventory").body()).isEqualTo("7 in stock, asked by r1");
        }
    }

    @Test
    void theEndpointsAreNotThereWhereTheyAreNotWanted() throws Exception {
        try (RunningShop shop =
                shop("management.endpoint.bulkheads.access=none", "management.health.bulkheads.enabled=false")) {
            assertThat(shop.get("/actuator/bulkheads").statusCode()).isEqualTo(404);
            assertThat(shop.get("/actuator/health").body()).doesNotContain("saturated");
        }
    }
}
