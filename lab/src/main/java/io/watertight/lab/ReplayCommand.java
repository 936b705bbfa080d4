// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import io.watertight.lab.figures.ReplayFigures;
import io.watertight.lab.replay.Replay;
import io.watertight.lab.report.HtmlReport;
import io.watertight.lab.report.Ink;
import io.watertight.lab.report.JsonReport;
import io.watertight.lab.report.ProgressLine;
import io.watertight.lab.report.SvgTimelines;
import io.watertight.lab.report.TerminalReport;
import io.watertight.lab.scenario.Catalogue;
import io.watertight.lab.scenario.Scenario;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code watertight replay}: runs every variant of a scenario and shows what happened. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = "Replay an incident once for each variant of its scenario, and compare.",
        footer = {
            "",
            "Traffic goes to servers on loopback that the replay starts itself, and to the url of a",
            "dependency where the scenario names one. A database is a PostgreSQL that the replay starts,",
            "stops and removes. Colours: on a terminal, unless NO_COLOR is set.",
            "Width: COLUMNS, or 100."
        })
final class ReplayCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "SCENARIO", description = "A name from \"watertight scenarios\", or a YAML file.")
    @SuppressWarnings("NullAway.Init") // set by picocli, which refuses a call without it
    private String scenario;

    @ArgGroup
    private VariantSelection selection = new VariantSelection();

    @Option(names = "--list", description = "List the variants instead of running them.")
    private boolean list;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a self-contained page with SVG timelines.")
    private @Nullable Path html;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures.")
    private @Nullable Path json;

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the timelines as an image.")
    private @Nullable Path svg;

    ReplayCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Scenario whole = Catalogue.find(scenario);
        if (list) {
            VariantSelection.list(whole).forEach(terminal.out()::println);
            return Main.DONE;
        }
        Scenario found = selection.from(whole);
        requireWritable("--html", html);
        requireWritable("--json", json);
        requireWritable("--svg", svg);
        announce(found, whole.variants().size());
        ReplayFigures figures = Replay.run(found, new ProgressLine(terminal.err(), terminal.ansi()));
        terminal.out().println();
        terminal.out().print(TerminalReport.render(figures, new Ink(terminal.ansi()), terminal.columns()));
        write(html, HtmlReport::render, figures);
        write(json, JsonReport::render, figures);
        write(svg, SvgTimelines::render, figures);
        return Main.DONE;
    }

    private void announce(Scenario found, int variants) {
        int chosen = found.variants().size();
        terminal.err()
                .println(found.title() + ": " + (chosen == variants ? "" : chosen + " of ") + variants
                        + (variants == 1 ? " variant, " : " variants, ")
                        + found.duration().toMillis() / 1000.0
                        + " s each" + (chosen == variants ? "" : " (--list names them, --all runs them)"));
        if (found.database() != null) {
            terminal.err().println("Starts a PostgreSQL of its own first, which takes some seconds.");
        }
    }

    private static void requireWritable(String option, @Nullable Path file) {
        if (file != null) {
            OutputFile.at(option, file);
        }
    }

    private void write(@Nullable Path file, Function<ReplayFigures, String> renderer, ReplayFigures figures) {
        if (file != null) {
            new OutputFile(file).write(renderer.apply(figures), terminal.err());
        }
    }
}
