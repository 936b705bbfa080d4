// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.spring.PropertyTree.Anything;
import io.watertight.spring.PropertyTree.Named;
import io.watertight.spring.PropertyTree.Section;
import io.watertight.spring.PropertyTree.Value;
import io.watertight.spring.PropertyTree.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the reference have the properties that there are, no more and no less. */
class ReferenceTest {
    private static final Path REFERENCE = Path.of("../docs/reference/spring-boot.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(watertight\\.[^`]+)` \\|");

    @Test
    void everyPropertyHasItsRow() throws IOException {
        Set<String> documented = ROW.matcher(Files.readString(REFERENCE))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toSet());
        assertThat(documented)
                .containsExactlyInAnyOrderElementsOf(keys("watertight", PropertyTree.of(WatertightProperties.class))
                        .toList());
    }

    private static Stream<String> keys(String above, PropertyTree tree) {
        return switch (tree) {
            case Value value -> Stream.of(above);
            case Values values -> Stream.of(above);
            case Anything anything -> Stream.of(above + ".*");
            case Named named -> keys(above + ".<name>", named.each());
            case Section section ->
                section.keys().entrySet().stream()
                        .flatMap(entry -> keys(above + "." + entry.getKey(), entry.getValue()));
        };
    }
}
