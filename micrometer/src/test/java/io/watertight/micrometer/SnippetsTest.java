// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.snippets.Snippet;
import io.watertight.snippets.Snippets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block of Java for this module compiles without a warning and runs. */
class SnippetsTest {
    private static final Snippets MICROMETER = new Snippets(
            "micrometer",
            "io.micrometer.context.*",
            "io.micrometer.context.integration.*",
            "io.micrometer.core.instrument.simple.SimpleMeterRegistry",
            "io.micrometer.prometheusmetrics.PrometheusConfig",
            "io.micrometer.prometheusmetrics.PrometheusMeterRegistry",
            "io.opentelemetry.context.Context",
            "io.watertight.micrometer.*");

    @TempDir
    Path classes;

    static List<Snippet> snippets() throws IOException {
        return MICROMETER.find();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compilesAndRuns(Snippet snippet) throws Exception {
        MICROMETER.compileAndRun(snippet, classes);
    }

    @Test
    void thereAreSnippetsInEveryPlace() throws IOException {
        assertThat(snippets())
                .extracting(Snippet::where)
                .anyMatch(where -> where.startsWith("docs"))
                .anyMatch(where -> where.contains("MicrometerContext.java"));
    }
}
