// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: measures, prints the tables and the goals, and writes them down. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        sortOptions = false,
        description = "Measures what a call through a bulkhead costs, beside a raw semaphore and other libraries.",
        footer = {"", "Exit code: 0 measured (whether or not the goals are met), 1 a benchmark failed, 2 bad arguments."
        })
public final class Main implements Callable<Integer> {
    static final Path RESULTS = Path.of("benchmarks", "results");

    private static final DateTimeFormatter FILE_NAME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HHmm'Z'").withZone(ZoneOffset.UTC);

    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup(exclusive = true)
    private Shortcut shorter = new Shortcut();

    @Option(
            names = "--filter",
            paramLabel = "REGEX",
            description = "Measure only what --list shows and the pattern finds a match in, with its yardstick.")
    private @Nullable String filter;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the results there, as Markdown and JSON. Default: benchmarks/results, if that exists;"
                    + " a --quick or --smoke run writes only where --out says.")
    private @Nullable Path out;

    @Option(names = "--list", description = "Print what can be measured, and exit.")
    private boolean list;

    /** How to take less time. */
    static final class Shortcut {
        @Option(names = "--quick", description = "About a minute: a smoke run, its figures are not worth quoting.")
        private boolean quick;

        @Option(names = "--smoke", description = "Seconds: run everything for an instant, measure nothing.")
        private boolean smoke;

        Effort effort() {
            return smoke ? Effort.SMOKE : quick ? Effort.QUICK : Effort.FULL;
        }
    }

    private Main() {}

    /**
     * Runs the command and exits.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setParameterExceptionHandler((failure, args) -> {
                    failure.getCommandLine().getErr().println("bench: " + failure.getMessage());
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("bench: " + failure.getMessage());
                    return CommandLine.ExitCode.SOFTWARE;
                });
    }

    @Override
    public Integer call() throws IOException, RunnerException {
        List<Scenario> scenarios = chosen();
        if (list) {
            scenarios.forEach(scenario -> scenario.variants().forEach(one -> print().println(scenario.id(one))));
            return CommandLine.ExitCode.OK;
        }
        Path directory = directory();
        Report report = measure(scenarios);
        print().print(
                        report.effort() == Effort.SMOKE
                                ? "All measurements ran, for an instant each.\n"
                                : "\n" + report.markdown());
        if (directory != null) {
            Path file = directory.resolve(FILE_NAME.format(report.date()) + ".md");
            Files.writeString(file, report.markdown());
            Files.writeString(directory.resolve(FILE_NAME.format(report.date()) + ".json"), JsonReport.of(report));
            print().println("\nWritten to " + file + " and .json");
        }
        print().flush();
        return CommandLine.ExitCode.OK;
    }

    private Report measure(List<Scenario> scenarios) throws RunnerException {
        Effort effort = shorter.effort();
        if (effort == Effort.SMOKE) {
            System.setProperty("jmh.ignoreLock", "true"); // nothing is measured, so another run may go on
        }
        Machine machine = Machine.thisOne();
        Instant start = Instant.now();
        var done = new AtomicInteger();
        var total = new AtomicInteger();
        var measurement = new Measurement(effort, id -> {
            if (effort == Effort.SMOKE) {
                return;
            }
            long seconds = Duration.between(start, Instant.now()).toSeconds();
            print().printf("%3d of %d, %4d s: %s%n", done.incrementAndGet(), total.get(), seconds, id);
            print().flush();
        });
        scenarios.forEach(scenario -> total.addAndGet(measurement.runs(scenario)));
        var tables = new ArrayList<Table>();
        for (Scenario scenario : scenarios) {
            tables.add(measurement.measure(scenario));
        }
        return new Report(start, effort, machine, List.copyOf(tables));
    }

    private List<Scenario> chosen() {
        if (filter == null) {
            return Suite.SCENARIOS;
        }
        Pattern pattern;
        try {
            pattern = Pattern.compile(filter, Pattern.CASE_INSENSITIVE);
        } catch (PatternSyntaxException e) {
            throw refused("--filter '" + filter + "' is no regular expression: " + e.getDescription());
        }
        List<Scenario> scenarios = Suite.SCENARIOS.stream()
                .map(scenario -> scenario.filtered(id -> pattern.matcher(id).find()))
                .filter(scenario -> !scenario.variants().isEmpty())
                .toList();
        if (scenarios.isEmpty()) {
            throw refused("--filter '" + filter + "' matches nothing: --list shows what there is");
        }
        return scenarios;
    }

    /** Returns where to write, or null for nowhere; before the measurement, lest ten minutes end in an error. */
    private @Nullable Path directory() {
        if (out == null) {
            return shorter.effort() == Effort.FULL && Files.isDirectory(RESULTS) ? RESULTS : null;
        }
        try {
            return Files.createDirectories(out);
        } catch (IOException e) {
            throw refused("--out '" + out + "' is no directory and cannot be made one: " + e);
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private PrintWriter print() {
        return command().commandLine().getOut();
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the spec before it calls");
        }
        return spec;
    }

    /** The version that is measured. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Watertight " + Machine.thisOne().versions().get("Watertight")};
        }
    }
}
