// SPDX-License-Identifier: Apache-2.0
package io.watertight.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The snippets of one module: finds them in README, docs and its javadoc, compiles and runs them. */
public final class Snippets {
    static final Path ROOT = root();

    private final String module;
    private final String imports;

    /**
     * The snippets of a module.
     *
     * @param module its folder
     * @param imports what its snippets take for granted beyond what those of core do
     */
    public Snippets(String module, String... imports) {
        this.module = module;
        this.imports = Stream.of(imports).map(name -> "import " + name + ";").collect(Collectors.joining("\n"));
    }

    public List<Snippet> find() throws IOException {
        List<Snippet> all = new ArrayList<>();
        for (Path file : texts()) {
            all.addAll(Snippet.in(ROOT, file, module));
        }
        for (Path file : files(ROOT.resolve(module + "/src/main/java"), ".java")) {
            all.addAll(Snippet.in(ROOT, file, module));
        }
        return all;
    }

    /** Compiles without a warning, makes an instance and calls each of its methods. */
    public void compileAndRun(Snippet snippet, Path classes) throws Exception {
        compile(snippet, classes);
        List<URL> where = new ArrayList<>(List.of(classes.toUri().toURL()));
        for (String entry : classPath()) {
            where.add(Path.of(entry).toUri().toURL());
        }
        try (var loader = new URLClassLoader(where.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            run(loader.loadClass(snippet.className()));
        }
    }

    private static void run(Class<?> type) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader former = thread.getContextClassLoader();
        thread.setContextClassLoader(type.getClassLoader()); // where libraries look for services
        try {
            Object instance = type.getDeclaredConstructor().newInstance();
            for (Method method : type.getDeclaredMethods()) {
                if (!method.isSynthetic()) {
                    method.setAccessible(true);
                    Object[] arguments = new Object[method.getParameterCount()];
                    Arrays.fill(arguments, "sku-42");
                    method.invoke(instance, arguments);
                }
            }
        } finally {
            thread.setContextClassLoader(former);
        }
    }

    private void compile(Snippet snippet, Path classes) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var messages = new StringWriter();
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-cp",
                String.join(File.pathSeparator, classPath()),
                "-Xlint:all,-try,-processing,-path,-classfile",
                "-Werror",
                "-proc:none");
        String code = snippet.source(imports);
        var source =
                new SimpleJavaFileObject(
                        URI.create("string:///" + snippet.className() + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return code;
                    }
                };
        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(source))
                .call();
        assertThat(compiled).as(snippet.where() + "\n" + messages + code).isTrue();
    }

    /** The module itself may be on the module path of the test. */
    private List<String> classPath() {
        Stream<String> itself = Stream.of("classes", "test-classes")
                .map(kind -> ROOT.resolve(module + "/target/" + kind).toString());
        Stream<String> others = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator));
        return Stream.concat(itself, others)
                .filter(entry -> !entry.isEmpty())
                .distinct()
                .toList();
    }

    static List<Path> texts() throws IOException {
        List<Path> all = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        all.addAll(files(ROOT.resolve("docs"), ".md"));
        return all;
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
