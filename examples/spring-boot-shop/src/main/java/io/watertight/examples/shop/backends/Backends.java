// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop.backends;

import java.io.IOException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;

/** The three dependencies, each with the client that knows its address; yours has that from a property. */
@Configuration(proxyBeanMethods = false)
class Backends {
    @Bean
    Backend userBackend() throws IOException {
        return new Backend("{\"id\": \"%s\", \"name\": \"A visitor\"}");
    }

    @Bean
    Backend inventoryBackend() throws IOException {
        return new Backend("{\"sku\": \"%s\", \"availability\": \"in stock\"}");
    }

    @Bean
    Backend paymentBackend() throws IOException {
        return new Backend("{\"user\": \"%s\", \"method\": \"invoice\"}");
    }

    @Bean
    RestClient user(RestClient.Builder builder, Backend userBackend) {
        return builder.baseUrl(userBackend.url()).build();
    }

    @Bean
    RestClient inventory(RestClient.Builder builder, Backend inventoryBackend) {
        return builder.baseUrl(inventoryBackend.url()).build();
    }

    @Bean
    RestClient payment(RestClient.Builder builder, Backend paymentBackend) {
        return builder.baseUrl(paymentBackend.url()).build();
    }
}
