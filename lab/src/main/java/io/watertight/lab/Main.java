// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import io.watertight.lab.scenario.ScenarioException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code watertight}. Exit codes: 0 done, 1 an unexpected failure or a violation, 2 wrong input. */
@Command(
        name = "watertight",
        mixinStandardHelpOptions = true,
        version = "Watertight 0.1.0-SNAPSHOT",
        header = "Shows on real sockets and threads what a bulkhead does.",
        subcommands = {ReplayCommand.class, ScenariosCommand.class, SizeCommand.class, SoakCommand.class},
        footer = {
            "",
            "Also, as ./watertight bench [ARGS] and ./watertight shop [ARGS]:",
            "  bench      Run the benchmarks (bench --help says more).",
            "  shop       Run a Spring Boot application to make hang by curl (shop --help says more).",
            "",
            "Start with:  ./watertight replay inventory-hang",
            "Exit codes:  0 done, 1 failure or violation, 2 wrong input."
        })
public final class Main implements Callable<Integer> {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_INPUT = 2;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandLine.Model.CommandSpec spec;

    /**
     * Runs the command line and exits with its code.
     *
     * @param args as typed
     */
    public static void main(String[] args) {
        // UTF-8 whatever the locale: without the blocks there is no picture.
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(new Terminal(out, err, Ansi.AUTO.enabled(), Terminal.columns(System.getenv("COLUMNS"))), args));
    }

    static int run(Terminal terminal, String... args) {
        return new CommandLine(new Main(), new TerminalFactory(terminal))
                .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.ansi() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(Math.clamp(terminal.columns(), 60, 110))
                .setParameterExceptionHandler(Main::wrongInput)
                .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command))
                .execute(args);
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return DONE;
    }

    private static int wrongInput(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String hint = failure instanceof UnmatchedArgumentException unmatched
                        && !unmatched.getSuggestions().isEmpty()
                ? "; did you mean \"" + unmatched.getSuggestions().get(0) + "\"?"
                : "; see \"" + command.getCommandSpec().qualifiedName() + " --help\"";
        return say(command, firstLine(failure) + hint, WRONG_INPUT);
    }

    private static int failed(Exception failure, CommandLine command) {
        if (failure instanceof ScenarioException) {
            return say(command, firstLine(failure), WRONG_INPUT);
        }
        return say(command, "failed: " + failure.getClass().getSimpleName() + ": " + firstLine(failure), FAILED);
    }

    private static int say(CommandLine command, String line, int exitCode) {
        command.getErr().println("watertight: " + line);
        return exitCode;
    }

    private static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
