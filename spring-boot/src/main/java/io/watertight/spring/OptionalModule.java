// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.List;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ClassUtils;

/**
 * A section that takes effect only with what the application may have or not. Set without it, it is refused.
 *
 * @param section the property above it
 * @param artifact what the application needs
 * @param type a class of it
 */
record OptionalModule(String section, String artifact, String type) {
    private static final List<OptionalModule> ALL = List.of(
            new OptionalModule("watertight.http", "io.watertight:watertight-http", "io.watertight.http.HttpBulkheads"),
            new OptionalModule(
                    "watertight.http",
                    "org.springframework.boot:spring-boot-starter-restclient",
                    "org.springframework.boot.http.client.JdkHttpClientBuilder"),
            new OptionalModule("watertight.jdbc", "io.watertight:watertight-jdbc", "io.watertight.jdbc.Partitions"),
            new OptionalModule(
                    "watertight.jdbc",
                    "org.springframework.boot:spring-boot-starter-jdbc",
                    "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"),
            new OptionalModule(
                    "watertight.metrics",
                    "io.watertight:watertight-micrometer",
                    "io.watertight.micrometer.WatertightMeters"),
            new OptionalModule(
                    "watertight.health",
                    "org.springframework.boot:spring-boot-starter-actuator",
                    "org.springframework.boot.health.contributor.HealthIndicator"));

    static void check(PropertyReader reader, Problems problems, ClassLoader classes) {
        for (OptionalModule module : ALL) {
            if (reader.isSet(module.section) && !ClassUtils.isPresent(module.type, classes)) {
                problems.add(Problem.missing(
                        ConfigurationPropertyName.of(module.section),
                        "it needs " + module.artifact + ", which is not on the class path",
                        "Add the dependency " + module.artifact + ", or remove what is below " + module.section));
            }
        }
    }
}
