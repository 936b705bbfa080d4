// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab;

import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Variant;
import io.watertight.lab.scenario.ScenarioException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which variants of a scenario to run: by default those that are not on request. */
final class VariantSelection {
    @Option(names = "--variant", paramLabel = "NAME", split = ",", description = "Run this variant (repeatable).")
    private List<String> names = List.of();

    @Option(names = "--all", description = "Run every variant, also those on request.")
    private boolean all;

    Scenario from(Scenario scenario) {
        List<String> known = scenario.variants().stream().map(Variant::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new ScenarioException("--variant: \"" + name + "\" is no variant of " + scenario.name()
                        + "; it has " + String.join(", ", known));
            }
        }
        return scenario.with(scenario.variants().stream().filter(this::isChosen).toList());
    }

    private boolean isChosen(Variant variant) {
        return all || (names.isEmpty() ? !variant.onRequest() : names.contains(variant.name()));
    }

    /** A line for each variant: its name, its title, and whether it must be asked for. */
    static List<String> list(Scenario scenario) {
        int width = scenario.variants().stream()
                .mapToInt(variant -> variant.name().length())
                .max()
                .orElse(0);
        return scenario.variants().stream()
                .map(variant -> ("  " + variant.name()
                        + " ".repeat(width - variant.name().length()) + "  " + variant.title()
                        + (variant.onRequest() ? "  (on request)" : "")))
                .collect(Collectors.toList());
    }
}
