// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.mock.env.MockEnvironment;

/** A section whose module is missing would do nothing, so it is refused. */
class OptionalModuleTest {
    @ParameterizedTest
    @CsvSource({
        "watertight.http, timeout, io.watertight.http, io.watertight:watertight-http",
        "watertight.jdbc, primary, io.watertight.jdbc, io.watertight:watertight-jdbc",
        "watertight.metrics, percentile-histograms, io.watertight.micrometer, io.watertight:watertight-micrometer",
        "watertight.health, status-when-saturated, org.springframework.boot.health,"
                + " org.springframework.boot:spring-boot-starter-actuator",
    })
    void theReportNamesTheArtifact(String section, String option, String packageName, String artifact)
            throws java.io.IOException {
        List<Problem> found = new ArrayList<>();
        var problems = new Problems();
        var environment = new MockEnvironment().withProperty(section + "." + option, "x");
        try (var classes = new FilteredClassLoader(packageName)) {
            OptionalModule.check(new PropertyReader(environment, problems), problems, classes);
            problems.throwIfAny();
        } catch (InvalidPropertiesException invalid) {
            found.addAll(invalid.problems());
        }
        assertThat(found).singleElement().satisfies(problem -> {
            assertThat(problem.property()).isEqualTo(section);
            assertThat(problem.reason()).isEqualTo("it needs " + artifact + ", which is not on the class path");
        });
    }
}
