// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** An application with the starter on its class path starts. */
class StartTest {
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void theStarterIsFoundByItself() {
        try (var context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run()) {
            assertThat(context.getBeanProvider(WatertightAutoConfiguration.class).stream())
                    .hasSize(1);
        }
    }
}
