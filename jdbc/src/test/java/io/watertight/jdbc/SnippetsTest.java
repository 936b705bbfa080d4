// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.snippets.Snippet;
import io.watertight.snippets.Snippets;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of Java for this module compiles without a warning and runs. */
class SnippetsTest {
    private static final Snippets JDBC = new Snippets("jdbc", "io.watertight.jdbc.*", "java.sql.*", "javax.sql.*");

    @TempDir
    Path classes;

    static List<Snippet> snippets() throws IOException {
        return JDBC.find();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compilesAndRuns(Snippet snippet) throws Exception {
        JDBC.compileAndRun(snippet, classes);
    }

    @Test
    void thereAreSnippetsInEveryPlace() throws IOException {
        assertThat(snippets())
                .extracting(Snippet::where)
                .anyMatch(where -> where.startsWith("docs"))
                .anyMatch(where -> where.contains("Partitions.java"));
    }

    @ParameterizedTest
    @ValueSource(classes = {Partitions.class, PartitionSettings.class, ConnectionBudget.class})
    void theReferenceNamesEveryOption(Class<?> configuration) throws IOException {
        String reference = Files.readString(root().resolve("docs/reference/jdbc.md"));
        assertThat(Arrays.stream(configuration.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName)
                        .filter(name -> !name.equals("toString")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(reference).contains("`" + name));
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("docs")) ? here : Objects.requireNonNull(here.getParent());
    }
}
