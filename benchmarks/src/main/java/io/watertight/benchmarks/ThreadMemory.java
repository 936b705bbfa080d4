// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures what the threads of a thread-pool bulkhead cost in memory while their calls are blocked: platform threads in
 * one fresh JVM, then virtual threads in another.
 */
@Command(
        name = "ThreadMemory",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description =
                "Measures the memory of blocked calls in a thread-pool bulkhead, each kind of thread in a fresh JVM.")
public final class ThreadMemory implements Callable<Integer> {
    private static final int KIB = 1024;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--calls", paramLabel = "N", description = "How many calls are blocked. Default: 1000.")
    private int calls = 1000;

    private ThreadMemory() {}

    /**
     * Runs the command and exits.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ThreadMemory())
                .setParameterExceptionHandler((failure, args) -> {
                    failure.getCommandLine().getErr().println("ThreadMemory: " + failure.getMessage());
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("ThreadMemory: " + failure.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandLine command = commandSpec().commandLine();
        if (calls < 1) {
            throw new ParameterException(command, "--calls " + calls + " is too few: use at least 1");
        }
        PrintWriter out = command.getOut();
        Machine machine = Machine.thisOne();
        out.println(machine.os() + ", " + machine.jdk() + ", " + calls + " blocked calls, KiB (for each call)\n");
        out.println("| | reserved for stacks | committed for stacks | heap |\n|---|---:|---:|---:|");
        out.println(row("platform threads", measure(false)));
        out.println(row("virtual threads", measure(true)));
        out.flush();
        return CommandLine.ExitCode.OK;
    }

    private Properties measure(boolean virtual) throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:NativeMemoryTracking=summary",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BlockedCalls.class.getName(),
                        String.valueOf(virtual),
                        String.valueOf(calls)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output;
        try (var from = jvm.getInputStream()) {
            output = new String(from.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (jvm.waitFor() != 0) {
            throw new IOException("The measured JVM failed with exit code " + jvm.exitValue() + ", see above");
        }
        var found = new Properties();
        found.load(new StringReader(output));
        return found;
    }

    private String row(String label, Properties found) {
        return "| " + label + " | " + cell(found, "reserved") + " | " + cell(found, "committed") + " | "
                + cell(found, "heap") + " |";
    }

    private String cell(Properties found, String key) {
        String value = found.getProperty(key);
        if (value == null) {
            throw new IllegalStateException("The measured JVM did not tell '" + key + "', only " + found.keySet());
        }
        double kib = Long.parseLong(value) / (double) KIB;
        return String.format(Locale.ROOT, "%,.0f (%.1f)", kib, kib / calls);
    }

    private CommandSpec commandSpec() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the spec before it calls");
        }
        return spec;
    }
}
