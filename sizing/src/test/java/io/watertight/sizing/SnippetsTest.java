// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of Java for this module compiles without a warning and runs, and the reference names every method. */
class SnippetsTest {
    private static final Snippets SIZING = new Snippets("sizing", "io.watertight.sizing.*");

    @TempDir
    Path classes;

    static List<Snippet> snippets() throws IOException {
        return SIZING.find();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compilesAndRuns(Snippet snippet) throws Exception {
        SIZING.compileAndRun(snippet, classes);
    }

    @Test
    void thereAreSnippetsInEveryPlace() throws IOException {
        assertThat(snippets())
                .extracting(Snippet::where)
                .anyMatch(where -> where.startsWith("docs/how-to"))
                .anyMatch(where -> where.startsWith("docs/reference"))
                .anyMatch(where -> where.contains("ErlangB.java"));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Load.class,
                LittlesLaw.class,
                ErlangB.class,
                ErlangC.class,
                BoundedWait.class,
                BoundedQueue.class,
                SharedPool.class,
                Hayward.class,
                Retries.class,
                Workload.class,
                Sizing.class
            })
    void theReferenceNamesEveryMethod(Class<?> type) throws IOException {
        String reference = Files.readString(Path.of("..", "docs", "reference", "sizing.md"));
        String section =
                reference.split("(?m)^## `" + type.getSimpleName() + "`$", 2)[1].split("(?m)^## ", 2)[0];
        assertThat(Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName)
                        .filter(name ->
                                !List.of("toString", "equals", "hashCode").contains(name)))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(section).contains("`" + name));
    }
}
