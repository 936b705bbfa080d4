// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.ContextPropagator;
import io.watertight.registry.Registry;
import java.time.Duration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** The policies of the application's properties, as beans. */
@AutoConfiguration
@Import(PolicyRegistrar.class)
final class WatertightAutoConfiguration {
    /** Has the policies in it as soon as it is there, so that a bean may look them up while it is made. */
    @Bean
    @ConditionalOnMissingBean
    Registry watertightRegistry(Environment environment, ObjectProvider<ContextPropagator> propagator) {
        Registry registry = Registry.create();
        Policies.register(environment, propagator.getIfAvailable(ContextPropagator::none), registry);
        return registry;
    }

    /** Registers them in a registry of the application's own; in that above they are. */
    @Bean
    Policies watertightPolicies(
            Environment environment, ObjectProvider<ContextPropagator> propagator, Registry registry) {
        return Policies.register(environment, propagator.getIfAvailable(ContextPropagator::none), registry);
    }

    @Bean
    DeclaredPolicies watertightDeclaredPolicies(ListableBeanFactory beans, Registry registry) {
        return new DeclaredPolicies(beans, registry);
    }

    @Bean
    Drain watertightDrain(Registry registry, Environment environment) {
        return new Drain(
                registry,
                Binder.get(environment)
                        .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                        .orElse(Duration.ofSeconds(30)));
    }
}
