// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import io.watertight.lab.figures.SizeFigures;
import io.watertight.lab.report.Ink;
import io.watertight.lab.report.JsonReport;
import io.watertight.lab.report.SizeReport;
import io.watertight.lab.scenario.Quantities;
import io.watertight.lab.scenario.ScenarioException;
import io.watertight.sizing.Load;
import io.watertight.sizing.Sizing;
import io.watertight.sizing.Workload;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code watertight size}: how many permits a bulkhead needs. */
@Command(
        name = "size",
        mixinStandardHelpOptions = true,
        description = "Compute how many permits a bulkhead needs, and what a slow-down does behind them.",
        footer = {
            "",
            "Rates as 100/s or 6000/min, times as 20ms, 5s or PT5S, shares as 0.1%% or 0.001.",
            "Example:  ./watertight size --rate 100/s --mean 20ms --p99 200ms --degraded 5s",
            "What the figures mean: docs/how-to/size-a-bulkhead.md"
        })
final class SizeCommand implements Callable<Integer> {
    private static final String TO_TERMINAL = "-";

    private final Terminal terminal;

    @Option(names = "--rate", paramLabel = "RATE", required = true, description = "Calls at the peak of one instance.")
    @SuppressWarnings("NullAway.Init") // set by picocli, which refuses a call without it
    private String rate;

    @Option(
            names = "--mean",
            paramLabel = "TIME",
            required = true,
            description = "Mean time of a healthy call. The mean, not a percentile.")
    @SuppressWarnings("NullAway.Init") // as above
    private String mean;

    @Option(names = "--p99", paramLabel = "TIME", description = "Its p99, to compare with the rule of thumb.")
    private @Nullable String p99;

    @Option(
            names = "--pool",
            paramLabel = "N",
            defaultValue = "200",
            description = "Threads that all calls share. Default: 200.")
    private int pool;

    @Option(
            names = "--target",
            paramLabel = "SHARE",
            defaultValue = "0.1%",
            description = "Calls that may be rejected by chance. Default: 0.1%%.")
    private String target = "0.1%";

    @Option(names = "--max-wait", paramLabel = "TIME", description = "How long a caller waits. Default: 0s, fail fast.")
    private @Nullable String maxWait;

    @Option(
            names = "--burst",
            paramLabel = "Z",
            defaultValue = "1",
            description = "Peakedness of the arrivals: 1 for independent callers (default), 2 for calls in pairs.")
    private double burst;

    @Option(names = "--degraded", paramLabel = "TIME", description = "Mean time of a call in the slow-down to survive.")
    private @Nullable String degraded;

    @Option(
            names = "--others",
            paramLabel = "RATE",
            description = "Other calls on the pool, of the same mean. Default: twice --rate.")
    private @Nullable String others;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = TO_TERMINAL,
            description = "Write all figures; without FILE, in place of the report.")
    private @Nullable String json;

    SizeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        OutputFile file = json == null || json.equals(TO_TERMINAL) ? null : OutputFile.named("--json", json);
        SizeFigures figures = figures();
        if (TO_TERMINAL.equals(json)) {
            terminal.out().print(JsonReport.render(figures));
            return Main.DONE;
        }
        terminal.out().print(SizeReport.render(figures, new Ink(terminal.ansi()), terminal.columns()));
        if (file != null) {
            file.write(JsonReport.render(figures), terminal.err());
        }
        return Main.DONE;
    }

    private SizeFigures figures() {
        try {
            return SizeFigures.of(Sizing.recommend(workload()));
        } catch (IllegalArgumentException e) {
            throw new ScenarioException(String.valueOf(e.getMessage()));
        }
    }

    private Workload workload() {
        Duration healthy = time("--mean", mean);
        Workload workload = Workload.of(Load.of(rate("--rate", rate), healthy))
                .withPool(pool)
                .withTarget(share("--target", target))
                .withPeakedness(burst);
        workload = p99 == null ? workload : workload.withP99(time("--p99", p99));
        workload = maxWait == null ? workload : workload.withMaxWait(timeOrZero("--max-wait", maxWait));
        workload = others == null ? workload : workload.withOthers(Load.of(rate("--others", others), healthy));
        return degraded == null ? workload : workload.withDegraded(slower(degraded, healthy));
    }

    private static double rate(String option, String text) {
        double perSecond = read(option, text, Quantities.RATE_FORM, Quantities::rate);
        if (perSecond <= 0) {
            throw wrong(option, text, "is not above 0", Quantities.RATE_FORM);
        }
        return perSecond;
    }

    private static Duration time(String option, String text) {
        Duration time = timeOrZero(option, text);
        if (time.isZero()) {
            throw wrong(option, text, "is not above 0", Quantities.DURATION_FORM);
        }
        return time;
    }

    private static Duration timeOrZero(String option, String text) {
        Duration time = read(option, text, Quantities.DURATION_FORM, Quantities::duration);
        if (time.isNegative()) {
            throw wrong(option, text, "is negative", Quantities.DURATION_FORM);
        }
        return time;
    }

    private Duration slower(String text, Duration healthy) {
        Duration time = time("--degraded", text);
        if (time.compareTo(healthy) <= 0) {
            throw wrong("--degraded", text, "is not longer than --mean " + mean, "give the time of a slow call");
        }
        return time;
    }

    private static double share(String option, String text) {
        double share = read(option, text, Quantities.SHARE_FORM, Quantities::share);
        if (share <= 0 || share >= 1) {
            throw wrong(option, text, "is not above 0 and below 100%", Quantities.SHARE_FORM);
        }
        return share;
    }

    private static <T> T read(String option, String text, String form, Function<String, Optional<T>> reader) {
        return reader.apply(text.strip()).orElseThrow(() -> wrong(option, text, "is not understood", form));
    }

    private static ScenarioException wrong(String option, String text, String problem, String remedy) {
        return new ScenarioException(option + ": \"" + text + "\" " + problem + "; " + remedy);
    }
}
