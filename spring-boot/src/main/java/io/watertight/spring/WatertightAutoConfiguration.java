// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.ContextPropagator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** The policies of the application's properties, as beans. */
@AutoConfiguration
@Import(PolicyRegistrar.class)
final class WatertightAutoConfiguration {
    @Bean
    Policies watertightPolicies(Environment environment, ObjectProvider<ContextPropagator> propagator) {
        return Policies.read(environment, propagator.getIfAvailable(ContextPropagator::none));
    }
}
