// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

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

/** Every block of Java for this module compiles without a warning and runs. */
class SnippetsTest {
    private static final Snippets HTTP = new Snippets(
            "http",
            "io.watertight.http.*",
            "java.io.InputStream",
            "java.net.URI",
            "java.net.http.*",
            "java.net.http.HttpResponse.BodyHandlers",
            "org.apache.hc.client5.http.classic.methods.HttpGet",
            "org.apache.hc.client5.http.impl.classic.*",
            "org.apache.hc.client5.http.impl.io.*",
            "org.apache.hc.core5.http.io.entity.EntityUtils");

    @TempDir
    Path classes;

    static List<Snippet> snippets() throws IOException {
        return HTTP.find();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compilesAndRuns(Snippet snippet) throws Exception {
        HTTP.compileAndRun(snippet, classes);
    }

    @Test
    void thereAreSnippetsInEveryPlace() throws IOException {
        assertThat(snippets())
                .extracting(Snippet::where)
                .anyMatch(where -> where.startsWith("docs/how-to"))
                .anyMatch(where -> where.startsWith("docs/reference"))
                .anyMatch(where -> where.contains("HttpBulkheads.java"))
                .anyMatch(where -> where.contains("BulkheadExecHandler.java"));
    }

    @ParameterizedTest
    @ValueSource(classes = {HttpBulkheads.class, BulkheadExecHandler.class})
    void theReferenceNamesEveryOption(Class<?> type) throws IOException {
        String reference = Files.readString(Path.of("..", "docs", "reference", "http.md"));
        assertThat(Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()))
                        .map(Method::getName)
                        .filter(name -> !name.equals("toString")))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(reference).contains("`" + name));
    }
}
