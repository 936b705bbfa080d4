// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.watertight.snippets.Snippets;
import io.watertight.snippets.SnippetsContract;

/** Every block of Java for this module compiles without a warning and runs. */
class SnippetsTest extends SnippetsContract {
    SnippetsTest() {
        super(
                new Snippets(
                        "micrometer",
                        "io.micrometer.context.*",
                        "io.micrometer.context.integration.*",
                        "io.micrometer.core.instrument.simple.SimpleMeterRegistry",
                        "io.micrometer.prometheusmetrics.PrometheusConfig",
                        "io.micrometer.prometheusmetrics.PrometheusMeterRegistry",
                        "io.opentelemetry.context.Context",
                        "io.watertight.micrometer.*"),
                "docs",
                "MicrometerContext.java");
    }
}
