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
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block of Java in README, docs and javadoc compiles without a warning and runs. */
class SnippetsTest extends SnippetsContract {
    SnippetsTest() {
        super(new Snippets("core"), "README.md", "docs", "Bulkhead.java");
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
        assertNamesEveryMethod(reference(page), policy);
    }
}
