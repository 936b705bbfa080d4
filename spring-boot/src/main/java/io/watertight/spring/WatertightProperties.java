// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.spring.guarded.GuardedProperties;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * What an application may write under {@code watertight}. Every key that is not here is refused at start-up.
 *
 * @param bulkheads bulkheads, by name
 * @param timeouts timeouts, by name
 * @param circuitBreakers circuit breakers, by name
 * @param pipelines policies around each other, by the name of the pipeline: a list of references to bulkheads, timeouts
 *     and circuit breakers, the outermost first
 * @param defaults what holds for every policy that does not set it itself
 * @param health how the bulkheads appear in the health of the application
 * @param metrics what the meters record
 * @param http the compartments of the application's HTTP clients
 * @param jdbc the partitions of the application's database
 * @param guarded what happens with annotations that do nothing
 */
@ConfigurationProperties("watertight")
public record WatertightProperties(
        @Nullable Map<String, BulkheadProperties> bulkheads,
        @Nullable Map<String, TimeoutProperties> timeouts,
        @Nullable Map<String, CircuitBreakerProperties> circuitBreakers,
        @Nullable Map<String, List<String>> pipelines,
        @Nullable Defaults defaults,
        @NestedConfigurationProperty @Nullable HealthProperties health,
        @NestedConfigurationProperty @Nullable MetricsProperties metrics,
        @NestedConfigurationProperty @Nullable HttpProperties http,
        @NestedConfigurationProperty @Nullable JdbcProperties jdbc,
        @NestedConfigurationProperty @Nullable GuardedProperties guarded) {
    /**
     * What holds for every policy that does not set it itself.
     *
     * @param bulkhead for every bulkhead whose kind has the option
     * @param timeout for every timeout
     * @param circuitBreaker for every circuit breaker
     */
    public record Defaults(
            @NestedConfigurationProperty @Nullable BulkheadProperties bulkhead,
            @NestedConfigurationProperty @Nullable TimeoutProperties timeout,
            @NestedConfigurationProperty @Nullable CircuitBreakerProperties circuitBreaker) {}
}
