// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The stacks of all threads of this JVM, virtual ones included, in a file to look at later. */
final class ThreadDump {
    private ThreadDump() {}

    /** Returns the name of the file, or why there is none. */
    static String write() {
        try {
            Path file = Files.createTempDirectory("watertight-soak").resolve("threads.txt");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
            return file.toString();
        } catch (IOException e) {
            return "could not be written, " + e;
        }
    }
}
