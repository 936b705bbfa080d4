// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an IDE completes and explains. */
class MetadataTest {
    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "watertight.bulkheads",
                "watertight.timeouts",
                "watertight.circuit-breakers",
                "watertight.pipelines",
                "watertight.defaults.bulkhead.kind",
                "watertight.defaults.bulkhead.max-wait",
                "watertight.defaults.circuit-breaker.slow-call-duration",
                "watertight.health.status-when-saturated",
            })
    void everyKeyIsThereWithADescription(String property) {
        String metadata = metadata();
        int entry = metadata.indexOf("\"name\": \"" + property + "\",\n      \"type\"");
        assertThat(entry).as(property + " in " + metadata).isNotNegative();
        assertThat(metadata.substring(entry, metadata.indexOf('}', entry))).contains("\"description\"");
    }

    private static String metadata() {
        try (InputStream file = MetadataTest.class.getResourceAsStream(METADATA)) {
            assertThat(file).as(METADATA).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
