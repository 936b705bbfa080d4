// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.http.HttpBulkheads;
import io.watertight.registry.Registry;
import java.net.http.HttpClient;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkHttpClientBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/**
 * Puts Boot's {@code RestClient.Builder}, its {@code RestTemplateBuilder} and its HTTP service clients behind the
 * compartments of {@code watertight.http}, by the one bean that all of them make their requests with. Boot's own settings
 * (timeouts, redirects, SSL) hold as they do without.
 */
@AutoConfiguration(
        after = WatertightAutoConfiguration.class,
        beforeName =
                "org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration")
@ConditionalOnClass({HttpBulkheads.class, ClientHttpRequestFactoryBuilder.class, JdkClientHttpRequestFactory.class})
@ConditionalOnSection("watertight.http")
final class HttpAutoConfiguration {
    @Bean
    HttpBulkheads watertightHttpBulkheads(Environment environment, Registry registry) {
        return HttpWalls.create(environment, registry);
    }

    @Bean
    ClientHttpRequestFactoryBuilder<JdkClientHttpRequestFactory> watertightRequestFactoryBuilder(HttpBulkheads walls) {
        return settings -> {
            HttpClient client = walls.around(new JdkHttpClientBuilder().build(settings));
            var factory = new JdkClientHttpRequestFactory(client);
            if (settings != null && settings.readTimeout() != null) {
                factory.setReadTimeout(settings.readTimeout());
            }
            return factory;
        };
    }
}
