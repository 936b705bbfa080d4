// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import io.watertight.registry.Registry;
import io.watertight.spring.HealthProperties;
import io.watertight.spring.HealthProperties.Saturated;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Endpoint and health, where the application has Boot's actuator. */
@AutoConfiguration
@ConditionalOnClass(name = "org.springframework.boot.actuate.endpoint.annotation.Endpoint")
final class ActuatorAutoConfiguration {
    /** Lazy: where neither endpoint nor health asks for it, no bulkhead is observed. */
    @Bean
    @Lazy
    Compartments watertightCompartments(Registry registry) {
        return Compartments.of(registry);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static final class EndpointConfiguration {
        @Bean
        @ConditionalOnAvailableEndpoint
        BulkheadsEndpoint bulkheadsEndpoint(Compartments compartments) {
            return new BulkheadsEndpoint(compartments);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static final class HealthConfiguration {
        @Bean
        @ConditionalOnEnabledHealthIndicator("bulkheads")
        BulkheadsHealth bulkheadsHealthIndicator(Compartments compartments, Environment environment) {
            Saturated status = Binder.get(environment)
                    .bindOrCreate("watertight.health", HealthProperties.class)
                    .statusWhenSaturated();
            return new BulkheadsHealth(compartments, new Status((status == null ? Saturated.UP : status).name()));
        }
    }
}
