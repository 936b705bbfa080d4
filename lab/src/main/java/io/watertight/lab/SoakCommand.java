// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import io.watertight.lab.soak.Kind;
import io.watertight.lab.soak.Kinds;
import io.watertight.lab.soak.Soak;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code watertight soak}: all policies under random load and faults, with three invariants counted. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description = "Call all policies at once in random ways, and count what must never happen.",
        footer = {
            "",
            "Ends at the first violation, with exit code 1 and the settings of the policy that broke.",
            "The seed fixes every choice, not how threads interleave (docs/how-to/soak.md)."
        })
final class SoakCommand implements Callable<Integer> {
    private static final int LONGEST_SECONDS = 7 * 24 * 60 * 60;
    private static final int MOST_THREADS = 1_000;

    private final Terminal terminal;
    private final List<Kind> kinds;

    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "10", description = "How long. Default: 10.")
    private int seconds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Of all choices. Default: a random one, which is printed.")
    private @Nullable Long seed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "32",
            description = "How many call, half of them virtual threads. Default: 32.")
    private int threads;

    SoakCommand(Terminal terminal) {
        this(terminal, Kinds.all());
    }

    SoakCommand(Terminal terminal, List<Kind> kinds) {
        this.terminal = terminal;
        this.kinds = kinds;
    }

    @Override
    public Integer call() throws InterruptedException {
        requireWithin("--seconds", seconds, 1, LONGEST_SECONDS);
        requireWithin("--threads", threads, 2, MOST_THREADS);
        long chosen = seed == null ? ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE) : seed;
        terminal.err().println("Soaking for " + seconds + " s with seed " + chosen + " ...");
        var soak = new Soak(kinds, chosen, threads);
        boolean held = soak.run(Duration.ofSeconds(seconds), this::progress);
        if (terminal.ansi()) {
            terminal.err().print("\r\u001b[K");
        }
        terminal.out().print(soak.report());
        return held ? Main.DONE : Main.FAILED;
    }

    /** One line that moves on a terminal; elsewhere the result is enough. */
    private void progress(String line) {
        if (terminal.ansi()) {
            terminal.err().print("\r\u001b[K" + line);
            terminal.err().flush();
        }
    }

    private void requireWithin(String option, int value, int min, int max) {
        if (value < min || value > max) {
            CommandLine command = spec.commandLine();
            throw new ParameterException(
                    command,
                    option + ": \"" + value + "\" is out of range, write a whole number from " + min + " to " + max);
        }
    }
}
