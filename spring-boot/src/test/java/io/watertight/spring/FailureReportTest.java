// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What stands on the console when a real application does not start for its file. */
@ExtendWith(OutputCaptureExtension.class)
class FailureReportTest {
    @EnableAutoConfiguration
    static class Service {}

    @TempDir
    Path folder;

    @Test
    void theReportNamesFileLineNearestAndRemedy(CapturedOutput output) throws IOException {
        Path file = Files.writeString(folder.resolve("application.yaml"), """
                watertight:
                  bulkheads:
                    inventory:
                      kind: semaphore
                      max-concurent-calls: 40
                """);
        assertThatThrownBy(() -> new SpringApplicationBuilder(Service.class)
                        .web(WebApplicationType.NONE)
                        .bannerMode(Banner.Mode.OFF)
                        .run("--spring.config.location=" + file))
                .hasMessageContaining("max-concurent-calls");
        assertThat(output.getOut().replace(file.toString(), "application.yaml")).contains("""
                ***************************
                APPLICATION FAILED TO START
                ***************************

                Description:

                2 properties of Watertight cannot take effect:

                    Property: watertight.bulkheads.inventory.max-concurent-calls
                    Value: "40"
                    Origin: URL [file:application.yaml] - 5:28
                    Reason: there is no such property; the nearest is watertight.bulkheads.inventory.max-concurrent-calls

                    Property: watertight.bulkheads.inventory.max-concurrent-calls
                    Reason: it is required and not set


                Action:

                Write watertight.bulkheads.inventory.max-concurrent-calls instead of watertight.bulkheads.inventory.max-concurent-calls. There are: kind, max-concurrent-calls, max-wait, max-waiting, fair, queue-capacity, timeout, stack-traces
                Set watertight.bulkheads.inventory.max-concurrent-calls to how many calls may be active at once
                """);
    }
}
