// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;

/** Reactor is optional: blocking methods and futures are guarded without it. */
class WithoutReactorTest {
    public static class Inventory {
        @Guarded("inventory")
        public String blocking() {
            return "blocking";
        }

        @Guarded("inventory")
        public CompletableFuture<String> future() {
            return CompletableFuture.completedFuture("future");
        }

        @Guarded("inventory")
        public Object untyped() {
            return "untyped";
        }
    }

    static class Application {
        @Bean
        Bulkhead inventory() {
            return Bulkhead.of("inventory", 1);
        }
    }

    /** Runs in a class loader of its own. */
    public static class Isolated implements Callable<String> {
        @Override
        public String call() {
            try (var context = new AnnotationConfigApplicationContext(
                    Application.class, Inventory.class, GuardedAutoConfiguration.class)) {
                Inventory inventory = context.getBean(Inventory.class);
                try (Permit permit = context.getBean(Bulkhead.class).acquire()) {
                    if (!inventory.future().isCompletedExceptionally()) {
                        return "not guarded";
                    }
                }
                return inventory.blocking() + " " + inventory.future().join() + " " + inventory.untyped();
            }
        }
    }

    @Test
    void nothingElseIsNeeded() throws Exception {
        URL[] others = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !entry.matches(".*(reactor|reactive-streams|rxjava).*\\.jar"))
                .map(WithoutReactorTest::url)
                .toArray(URL[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader former = thread.getContextClassLoader();
        try (var loader = new URLClassLoader(others, ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            Callable<?> isolated = (Callable<?>) loader.loadClass(Isolated.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            assertThat(isolated.getClass()).isNotEqualTo(Isolated.class);
            assertThat(isolated.call()).isEqualTo("blocking future untyped");
        } finally {
            thread.setContextClassLoader(former);
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }
}
