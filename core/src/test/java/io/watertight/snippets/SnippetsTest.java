// SPDX-License-Identifier: Apache-2.0
package io.watertight.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.CallObserver;
import io.watertight.ContextPropagator;
import io.watertight.ObservablePolicy;
import io.watertight.Pipeline;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.fallback.Fallback;
import io.watertight.registry.Registry;
import io.watertight.timeout.Timeout;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block of Java in README, docs and javadoc compiles without a warning and runs. */
class SnippetsTest {
    private static final Snippets CORE = new Snippets("core");

    @TempDir
    Path classes;

    static List<Snippet> snippets() throws IOException {
        return CORE.find();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compilesAndRuns(Snippet snippet) throws Exception {
        CORE.compileAndRun(snippet, classes);
    }

    @Test
    void thereAreSnippetsInEveryPlace() throws IOException {
        assertThat(snippets())
                .extracting(Snippet::where)
                .anyMatch(where -> where.startsWith("README.md"))
                .anyMatch(where -> where.startsWith("docs"))
                .anyMatch(where -> where.contains("Bulkhead.java"));
    }

    @Test
    void everySnippetBelongsToAModuleThatTestsIt() throws IOException {
        var modules = new TreeSet<String>();
        for (Path text : Snippets.texts()) {
            modules.addAll(Snippet.modules(text));
        }
        assertThat(modules)
                .contains("core")
                .allSatisfy(module -> assertThat(Snippets.ROOT.resolve(module + "/src/test"))
                        .isDirectoryRecursivelyContaining("glob:**/SnippetsTest.java"));
    }

    static Stream<Arguments> references() {
        return Stream.of(
                Arguments.of(ContextPropagator.class, "context-propagator"),
                Arguments.of(Bulkhead.class, "bulkhead"),
                Arguments.of(ThreadPoolBulkhead.class, "thread-pool-bulkhead"),
                Arguments.of(Timeout.class, "timeout"),
                Arguments.of(CircuitBreaker.class, "circuit-breaker"),
                Arguments.of(Fallback.class, "fallback"),
                Arguments.of(Pipeline.class, "pipeline"),
                Arguments.of(Registry.class, "registry"),
                Arguments.of(ObservablePolicy.class, "registry"),
                Arguments.of(CallObserver.class, "registry"));
    }

    @ParameterizedTest
    @MethodSource("references")
    void theReferenceNamesEveryOption(Class<?> policy, String page) throws IOException {
        String reference = Files.readString(Snippets.ROOT.resolve("docs/reference/" + page + ".md"));
        assertThat(Arrays.stream(policy.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName)
                        .filter(name -> !name.equals("toString")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(reference).contains("`" + name));
    }
}
