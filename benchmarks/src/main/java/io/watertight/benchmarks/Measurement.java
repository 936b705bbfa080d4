// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures scenarios with JMH, the variants of each in turn, round after round. */
final class Measurement {
    private static final String ALLOCATION = "gc.alloc.rate.norm";
    private static final int ALLOW_UNSAFE_SINCE = 23;
    /** Shorter than most time slices of a scheduler: other processes spoil some iterations and leave others alone. */
    private static final TimeValue ITERATION = TimeValue.milliseconds(20);

    private final Effort effort;
    private final Consumer<String> progress;

    Measurement(Effort effort, Consumer<String> progress) {
        this.effort = effort;
        this.progress = progress;
    }

    /**
     * Measures one scenario.
     *
     * @throws RunnerException if a benchmark cannot run, or fails
     */
    Table measure(Scenario scenario) throws RunnerException {
        var forks = new LinkedHashMap<Variant, List<Fork>>();
        scenario.variants().forEach(variant -> forks.put(variant, new ArrayList<>()));
        boolean more = true;
        for (int round = 0; more; round++) {
            more = false;
            for (var line : forks.entrySet()) {
                if (round < effort.rounds(scenario, line.getKey())) {
                    line.getValue().add(run(scenario, line.getKey()));
                    more = true;
                }
            }
        }
        return new Table(scenario, forks);
    }

    int runs(Scenario scenario) {
        return scenario.variants().stream()
                .mapToInt(variant -> effort.rounds(scenario, variant))
                .sum();
    }

    private Fork run(Scenario scenario, Variant variant) throws RunnerException {
        progress.accept(scenario.id(variant));
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(scenario.benchmark()) + "$")
                .param("subject", variant.subject().name())
                .param("listening", variant.listening().name())
                .forks(effort.forks)
                .warmupForks(0)
                .warmupIterations(effort.warmups(scenario))
                .warmupTime(ITERATION)
                .measurementIterations(effort.iterations(scenario, variant))
                .measurementTime(ITERATION)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .jvmArgs(jvmArguments())
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        scenario.parameters().forEach(options::param);
        RunResult result = new Runner(options.build()).runSingle();
        return fork(result);
    }

    private static Fork fork(RunResult result) {
        double[] wall = result.getAggregatedResult().getIterationResults().stream()
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .sorted()
                .toArray();
        return new Fork(
                wall[wall.length / 2],
                wall[wall.length / 10],
                score(result.getSecondaryResults(), CpuProfiler.LABEL),
                score(result.getSecondaryResults(), ALLOCATION));
    }

    @SuppressWarnings("rawtypes") // as JMH declares it
    private static double score(Map<String, Result> secondary, String label) {
        Result result = secondary.get(label);
        if (result == null) {
            throw new IllegalStateException("JMH gave no " + label + ", only " + secondary.keySet());
        }
        return result.getScore();
    }

    /** One collector and one heap on every machine, its pages touched before anything is measured. */
    private static String[] jvmArguments() {
        var arguments = new ArrayList<>(List.of("-XX:+UseG1GC", "-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"));
        if (Runtime.version().feature() >= ALLOW_UNSAFE_SINCE) {
            arguments.add("--sun-misc-unsafe-memory-access=allow"); // JMH uses it, and the JVM would warn
        }
        return arguments.toArray(String[]::new);
    }
}
