// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import io.watertight.lab.scenario.Catalogue;
import io.watertight.lab.scenario.Scenario;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code watertight scenarios}: lists what can be replayed. */
@Command(
        name = "scenarios",
        mixinStandardHelpOptions = true,
        description = "List the scenarios that come with Watertight.",
        footer = {
            "",
            "Your own is a YAML file: ./watertight replay my-incident.yaml (docs/how-to/replay-an-incident.md)."
        })
final class ScenariosCommand implements Callable<Integer> {
    private final Terminal terminal;

    ScenariosCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        for (Scenario scenario : Catalogue.builtIn()) {
            terminal.out().println(scenario.name() + "  " + scenario.title());
            terminal.out().println("    " + scenario.description());
            terminal.out().println("    Variants:");
            VariantSelection.list(scenario).forEach(line -> terminal.out().println("    " + line));
        }
        return Main.DONE;
    }
}
