// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.snippets.Snippet;
import io.watertight.snippets.Snippets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every block of Java that the documentation shows for this module compiles without a warning. */
class SnippetsTest {
    private static final Snippets SPRING_BOOT = new Snippets(
            "spring-boot",
            "io.watertight.registry.*",
            "io.watertight.spring.guarded.Guarded",
            "org.springframework.beans.factory.annotation.Qualifier",
            "org.springframework.http.HttpStatus",
            "org.springframework.stereotype.Component",
            "org.springframework.web.bind.annotation.*");

    @TempDir
    Path classes;

    static List<Snippet> snippets() throws IOException {
        return SPRING_BOOT.find();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compilesAndRuns(Snippet snippet) throws Exception {
        SPRING_BOOT.compileAndRun(snippet, classes);
    }

    @Test
    void thereAreSnippetsInEveryPlace() throws IOException {
        assertThat(snippets())
                .extracting(Snippet::where)
                .anyMatch(where -> where.startsWith("docs"))
                .anyMatch(where -> where.contains("Guarded.java"));
    }
}
