// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keeps the documentation of scenarios in step with what the reader accepts. */
class ReferenceTest {
    private static final Path DOCS = Path.of("..", "docs");

    @ParameterizedTest
    @EnumSource(SectionKind.class)
    void referenceHasEveryKeyAndNoOther(SectionKind kind) throws IOException {
        String heading = kind.name().charAt(0)
                + kind.name().substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
        String text = Files.readString(DOCS.resolve("reference/scenario.md"));
        String section = text.split("(?m)^## " + heading + "$", 2)[1].split("(?m)^## ", 2)[0];

        List<String> documented = Pattern.compile("(?m)^\\| `([^`]+)` \\|")
                .matcher(section)
                .results()
                .map(row -> row.group(1))
                .toList();

        assertThat(documented).isEqualTo(kind.keys());
    }

    @Test
    void examplesOfTheHowToAreValidScenarios() throws IOException {
        String text = Files.readString(DOCS.resolve("how-to/replay-an-incident.md"));
        List<Scenario> scenarios = Pattern.compile("(?s)```yaml\n(.*?)```")
                .matcher(text)
                .results()
                .map(block -> ScenarioReader.parse("example", "example.yaml", block.group(1)))
                .toList();

        assertThat(scenarios).hasSize(2);
        assertThat(scenarios.get(0).variants()).hasSize(4);
        assertThat(scenarios.get(1).database()).isNotNull();
    }
}
