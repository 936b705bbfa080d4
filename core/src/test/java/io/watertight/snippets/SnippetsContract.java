// SPDX-License-Identifier: Apache-2.0
package io.watertight.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What holds for the snippets of every module: they are where readers look, compile without a warning, and run. */
public abstract class SnippetsContract {
    private static final Set<String> OF_EVERY_OBJECT = Set.of("toString", "equals", "hashCode");

    private final Snippets snippets;
    private final List<String> places;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path classes;

    /**
     * The contract for one module.
     *
     * @param snippets its snippets
     * @param places where some of them must be: beginnings of paths, or names of classes with {@code .java}
     */
    protected SnippetsContract(Snippets snippets, String... places) {
        this.snippets = snippets;
        this.places = List.of(places);
    }

    @TestFactory
    final Stream<DynamicTest> everySnippetCompilesAndRuns() throws IOException {
        return snippets.find().stream()
                .map(snippet -> dynamicTest(snippet.where(), () -> snippets.compileAndRun(snippet, classes)));
    }

    @Test
    final void thereAreSnippetsInEveryPlace() throws IOException {
        List<Snippet> all = snippets.find();
        assertThat(places)
                .isNotEmpty()
                .allSatisfy(place -> assertThat(all)
                        .extracting(Snippet::where)
                        .anyMatch(where -> where.startsWith(place) || where.contains("/" + place)));
    }

    /** Asserts that a text names every public method of a class as code. */
    protected static void assertNamesEveryMethod(String text, Class<?> type) {
        assertThat(Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName)
                        .filter(name -> !OF_EVERY_OBJECT.contains(name)))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(text).contains("`" + name));
    }

    /** Reads a page of the reference. */
    protected static String reference(String page) throws IOException {
        return Files.readString(Snippets.ROOT.resolve("docs/reference/" + page + ".md"));
    }
}
