// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application with the starter, some beans, and the bulkheads {@code inventory} and {@code prices} of one permit each. */
final class App {
    private App() {}

    @Configuration(proxyBeanMethods = false)
    static class Bulkheads {
        @Bean
        Bulkhead inventory() {
            return Bulkhead.of("inventory", 1);
        }

        @Bean
        Bulkhead prices() {
            return Bulkhead.of("prices", 1);
        }
    }

    static ApplicationContextRunner with(Class<?>... beans) {
        return bare(beans).withUserConfiguration(Bulkheads.class);
    }

    /** Without the bulkheads. */
    static ApplicationContextRunner bare(Class<?>... beans) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(starter(), GuardedAutoConfiguration.class, AopAutoConfiguration.class))
                .withUserConfiguration(beans);
    }

    private static Class<?> starter() {
        try {
            return Class.forName("io.watertight.spring.WatertightAutoConfiguration");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs in the application; afterwards every permit is back. */
    static void run(ApplicationContextRunner app, ContextConsumer<AssertableApplicationContext> test) {
        app.run(context -> {
            assertThat(context).hasNotFailed();
            test.accept(context);
            context.getBeansOfType(Bulkhead.class).values().forEach(App::assertIdle);
        });
    }

    static void assertIdle(Bulkhead bulkhead) {
        assertThat(bulkhead.activeCalls()).isZero();
        assertThat(bulkhead.waitingCalls()).isZero();
        List<Permit> all = java.util.stream.IntStream.range(0, bulkhead.maxConcurrentCalls())
                .mapToObj(i -> bulkhead.acquire())
                .toList();
        all.forEach(Permit::close);
    }

    static Bulkhead inventory(ApplicationContext context) {
        return context.getBean("inventory", Bulkhead.class);
    }

    /** What keeps the application from starting. */
    static List<Finding> refused(ApplicationContextRunner app) {
        var findings = new AtomicReference<List<Finding>>();
        app.run(context -> {
            for (Throwable cause = context.getStartupFailure(); cause != null; cause = cause.getCause()) {
                if (cause instanceof GuardRefusedException refused) {
                    findings.set(refused.findings());
                }
            }
            if (findings.get() == null) {
                throw new AssertionError("the application was not refused", context.getStartupFailure());
            }
        });
        return findings.get();
    }
}
