// SPDX-License-Identifier: Apache-2.0
package io.watertight.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.Pipeline;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.fallback.Fallback;
import io.watertight.timeout.Timeout;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block of Java in README, docs and javadoc compiles without a warning and runs. */
class SnippetsTest {
    private static final Path ROOT = root();

    @TempDir
    Path classes;

    static List<Snippet> snippets() throws IOException {
        List<Snippet> all = new ArrayList<>(Snippet.in(ROOT, ROOT.resolve("README.md")));
        for (Path file : files(ROOT.resolve("docs"), ".md")) {
            all.addAll(Snippet.in(ROOT, file));
        }
        for (Path file : files(ROOT.resolve("core/src/main/java"), ".java")) {
            all.addAll(Snippet.in(ROOT, file));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compilesAndRuns(Snippet snippet) throws Exception {
        compile(snippet);
        URL[] where = {
            classes.toUri().toURL(),
            output("classes").toUri().toURL(),
            output("test-classes").toUri().toURL()
        };
        try (var loader = new URLClassLoader(where, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass(snippet.className());
            var constructor = type.getDeclaredConstructor();
            Object instance = constructor.newInstance();
            for (Method method : type.getDeclaredMethods()) {
                if (!method.isSynthetic()) {
                    method.setAccessible(true);
                    Object[] arguments = new Object[method.getParameterCount()];
                    Arrays.fill(arguments, "sku-42");
                    method.invoke(instance, arguments);
                }
            }
        }
    }

    @Test
    void thereAreSnippetsInEveryPlace() throws IOException {
        assertThat(snippets())
                .extracting(Snippet::where)
                .anyMatch(where -> where.startsWith("README.md"))
                .anyMatch(where -> where.startsWith("docs"))
                .anyMatch(where -> where.contains("Bulkhead.java"));
    }

    static Stream<Arguments> references() {
        return Stream.of(
                Arguments.of(Bulkhead.class, "bulkhead"),
                Arguments.of(ThreadPoolBulkhead.class, "thread-pool-bulkhead"),
                Arguments.of(Timeout.class, "timeout"),
                Arguments.of(CircuitBreaker.class, "circuit-breaker"),
                Arguments.of(Fallback.class, "fallback"),
                Arguments.of(Pipeline.class, "pipeline"));
    }

    @ParameterizedTest
    @MethodSource("references")
    void theReferenceNamesEveryOption(Class<?> policy, String page) throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/reference/" + page + ".md"));
        assertThat(Arrays.stream(policy.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName)
                        .filter(name -> !name.equals("toString")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(reference).contains("`" + name));
    }

    private void compile(Snippet snippet) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var messages = new StringWriter();
        String classPath = String.join(
                File.pathSeparator,
                output("classes").toString(),
                output("test-classes").toString(),
                System.getProperty("java.class.path"));
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-cp",
                classPath,
                "-Xlint:all,-try,-processing,-path",
                "-Werror",
                "-proc:none");
        var source =
                new SimpleJavaFileObject(
                        URI.create("string:///" + snippet.className() + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return snippet.source();
                    }
                };
        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(source))
                .call();
        assertThat(compiled)
                .as(snippet.where() + "\n" + messages + snippet.source())
                .isTrue();
    }

    private static Path output(String kind) {
        return ROOT.resolve("core/target").resolve(kind);
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }

    private static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("README.md")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no README.md above the working directory"));
    }
}
