// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The stacks of all threads of this JVM, virtual ones included. */
final class ThreadDump {
    private ThreadDump() {}

    static String now() {
        try {
            Path directory = Files.createTempDirectory("threads");
            Path file = directory.resolve("dump");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
                return Files.readString(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts the threads of this name that are alive. */
    static long count(String name) {
        return now().lines().filter(line -> line.contains("\"" + name + "\"")).count();
    }
}
