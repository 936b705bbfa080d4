// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where figures were measured, and with what.
 *
 * @param processor the model of the processor
 * @param processors how many of them the JVM may use
 * @param os the operating system
 * @param jdk the JDK
 * @param load what else ran: the load average of the last minute before the measurement
 * @param versions the version of each library
 */
record Machine(String processor, int processors, String os, String jdk, String load, Map<String, String> versions) {
    static Machine thisOne() {
        return new Machine(
                processorModel(),
                Runtime.getRuntime().availableProcessors(),
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                property("java.vm.vendor") + " " + Runtime.version(),
                loadAverage(),
                libraryVersions());
    }

    private static String processorModel() {
        Path file = Path.of("/proc/cpuinfo");
        if (Files.isReadable(file)) {
            try (var lines = Files.lines(file)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElseGet(() -> property("os.arch"));
            } catch (IOException | UncheckedIOException unreadable) {
                return property("os.arch");
            }
        }
        return property("os.arch");
    }

    private static String loadAverage() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.2f", load);
    }

    private static Map<String, String> libraryVersions() {
        var properties = new Properties();
        try (InputStream in = Machine.class.getResourceAsStream("versions.properties")) {
            properties.load(Objects.requireNonNull(in, "versions.properties is missing from the jar"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var versions = new TreeMap<String, String>();
        properties.forEach((library, version) -> versions.put(library.toString(), version.toString()));
        return versions;
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }
}
