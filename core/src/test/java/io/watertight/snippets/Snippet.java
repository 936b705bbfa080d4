// SPDX-License-Identifier: Apache-2.0
package io.watertight.snippets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of Java code in a text, and the class it makes. In Markdown the fence {@code ```java} is followed by the name of
 * the module whose tests compile it, none for core.
 *
 * @param where file and line, for the report
 * @param className unique among all snippets
 * @param code the block as the reader sees it
 */
public record Snippet(String where, String className, String code) {
    private static final Pattern FENCE = Pattern.compile("(?m)^```java ?(.*)$");
    private static final Pattern JAVADOC = Pattern.compile("<pre>\\{@code\\n(.*?)\\n *\\* *}</pre>", Pattern.DOTALL);
    private static final Pattern METHOD = Pattern.compile("(?m)^[\\w<>]+ \\w+\\([^)]*\\)[^;=]*\\{$");

    static List<String> modules(Path file) throws IOException {
        return FENCE.matcher(Files.readString(file))
                .results()
                .map(fence -> moduleOf(fence.group(1)))
                .toList();
    }

    private static String moduleOf(String afterFence) {
        return afterFence.isEmpty() ? "core" : afterFence;
    }

    private static Pattern markdown(String module) {
        String fence = module.equals("core") ? "```java" : "```java " + module;
        return Pattern.compile("(?m)^" + Pattern.quote(fence) + "\\n(.*?)^```$", Pattern.DOTALL);
    }

    static List<Snippet> in(Path root, Path file, String module) throws IOException {
        boolean javadoc = file.toString().endsWith(".java");
        String text = Files.readString(file);
        List<Snippet> found = new ArrayList<>();
        Matcher block = (javadoc ? JAVADOC : markdown(module)).matcher(text);
        while (block.find()) {
            long line = text.substring(0, block.start()).lines().count() + 1;
            String where = root.relativize(file) + ":" + line;
            String name = "Snippet_" + where.replaceAll("\\W", "_").toLowerCase(Locale.ROOT);
            String code = javadoc ? block.group(1).replaceAll("(?m)^ *\\* ?", "") : block.group(1);
            found.add(new Snippet(where, name, code));
        }
        return found;
    }

    /** The code within a class: members where it declares a method, else the body of one. */
    String source(String imports) {
        String members = METHOD.matcher(code).find() ? code : "void run() throws Exception {\n" + code + "\n}";
        return """
                import io.watertight.*;
                import io.watertight.bulkhead.*;
                import io.watertight.timeout.*;
                import io.watertight.circuitbreaker.*;
                import io.watertight.fallback.*;
                import io.watertight.registry.*;
                import java.io.IOException;
                import java.time.*;
                import java.util.*;
                import java.util.concurrent.*;
                %s
                public class %s extends io.watertight.snippets.Prelude {
                %s
                }
                """.formatted(imports, className, members);
    }

    @Override
    public String toString() {
        return where;
    }
}
