// SPDX-License-Identifier: Apache-2.0
package io.watertight.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Peer fault 21: a pool that nobody closes keeps the JVM alive. */
class ForgottenCloseTest {

    @Test
    void aMainThatNeverClosesStillExits() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of("target/classes") + File.pathSeparator + Path.of("target/test-classes"),
                        Forgetful.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(jvm.waitFor(60, TimeUnit.SECONDS))
                    .as("the JVM has ended")
                    .isTrue();
            assertThat(new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualToIgnoringNewLines("result");
            assertThat(jvm.exitValue()).isZero();
        } finally {
            jvm.destroyForcibly();
        }
    }

    /** Uses a thread, leaves another one hanging, sets an alarm, and ends. */
    public static final class Forgetful {
        private Forgetful() {}

        public static void main(String[] args) {
            ThreadPoolBulkhead bulkhead = ThreadPoolBulkhead.of("forgotten", 2).withTimeout(Duration.ofHours(1));
            var unused = bulkhead.submit(() -> {
                Thread.currentThread().join();
                return "never";
            });
            System.out.println(bulkhead.call(() -> "result"));
        }
    }
}
