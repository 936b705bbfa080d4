// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import io.micrometer.core.instrument.MeterRegistry;
import io.watertight.micrometer.WatertightMeters;
import io.watertight.registry.Registry;
import io.watertight.spring.MetricsProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** The meters, where the application has Micrometer and {@code watertight-micrometer}. Boot binds them to its registries. */
@AutoConfiguration
@ConditionalOnClass({MeterRegistry.class, WatertightMeters.class})
final class MetersAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    WatertightMeters watertightMeters(Registry registry, Environment environment) {
        Boolean histograms = Binder.get(environment)
                .bindOrCreate("watertight.metrics", MetricsProperties.class)
                .percentileHistograms();
        return WatertightMeters.of(registry).withPercentileHistograms(Boolean.TRUE.equals(histograms));
    }
}
