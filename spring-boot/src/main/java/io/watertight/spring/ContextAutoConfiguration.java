// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.micrometer.context.ContextSnapshotFactory;
import io.watertight.ContextPropagator;
import io.watertight.micrometer.MicrometerContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Carries what Micrometer's context propagation knows of over every change of thread, where it and {@code
 * watertight-micrometer} are there, and the application has no propagator of its own.
 */
@AutoConfiguration(before = WatertightAutoConfiguration.class)
@ConditionalOnClass({ContextSnapshotFactory.class, MicrometerContext.class})
final class ContextAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean(ContextPropagator.class)
    ContextPropagator watertightContextPropagator() {
        return MicrometerContext.propagator();
    }
}
