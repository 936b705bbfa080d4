// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.Pipeline;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.spring.guarded.Finding.Severity;
import io.watertight.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import kotlin.coroutines.Continuation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.PriorityOrdered;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;

/** What keeps an application from starting, and with which words. */
@ExtendWith(OutputCaptureExtension.class)
class StartUpTest {
    private static void assertRefused(Class<?> bean, String... parts) {
        assertThat(App.refused(App.with(bean)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString()).contains(parts));
    }

    static class Misspelt {
        @Guarded("inventroy")
        public void stock(String sku) {}
    }

    @Test
    void anUnknownNameIsAnsweredWithTheNearest() {
        assertRefused(
                Misspelt.class,
                "@Guarded(\"inventroy\") on io.watertight.spring.guarded.StartUpTest.Misspelt.stock(String)",
                "did you mean 'inventory'?",
                "inventory, prices");
        assertThat(App.refused(App.bare(Misspelt.class)).toString()).contains("watertight.bulkheads.inventroy");
    }

    static class Twins {
        @Bean
        Bulkhead bulkhead() {
            return Bulkhead.of("inventory", 1);
        }

        @Bean
        Pipeline pipeline() {
            return Pipeline.of(Bulkhead.of("inner", 1), Timeout.of("inner", Duration.ofMinutes(1)))
                    .withName("inventory");
        }

        @Bean
        Timeout timeout() {
            return Timeout.of("slow", Duration.ofMinutes(1));
        }
    }

    static class Ambiguous {
        @Guarded("inventory")
        public void stock() {}
    }

    static class Clear {
        @Guarded("pipeline:inventory")
        public void stock() {}

        @Guarded("bulkhead:inventory")
        public void direct() {}
    }

    static class OnlyATimeout {
        @Guarded("slow")
        public void stock() {}
    }

    @Test
    void aNameOfABulkheadAndAPipelineNeedsItsKind() {
        assertThat(App.refused(App.bare(Twins.class, Ambiguous.class)).toString())
                .contains("write bulkhead:inventory or pipeline:inventory");
        App.run(App.bare(Twins.class, Clear.class), context -> {
            try (Permit permit = context.getBean(Bulkhead.class).acquire()) {
                context.getBean(Clear.class).stock();
                assertThatThrownBy(context.getBean(Clear.class)::direct).isInstanceOf(BulkheadFullException.class);
            }
        });
        assertThat(App.refused(App.bare(Twins.class, OnlyATimeout.class)).toString())
                .contains("'slow' is neither a bulkhead nor a pipeline");
    }

    static class NoFallback {
        @Guarded(value = "inventory", fallbackMethod = "unknwon")
        public String stock(String sku) {
            return sku;
        }

        String unknown(String sku, Throwable cause) {
            return sku;
        }
    }

    static class OtherParameters {
        @Guarded(value = "inventory", fallbackMethod = "unknown")
        public String stock(String sku) {
            return sku;
        }

        String unknown(int sku, Throwable cause) {
            return "";
        }
    }

    static class OtherResult {
        @Guarded(value = "inventory", fallbackMethod = "unknown")
        public CompletableFuture<String> stock() {
            return CompletableFuture.completedFuture("");
        }

        CompletableFuture<Integer> unknown(Throwable cause) {
            return CompletableFuture.completedFuture(1);
        }
    }

    static class OtherException {
        @Guarded(value = "inventory", fallbackMethod = "unknown")
        public String stock() {
            return "";
        }

        String unknown(Throwable cause) throws IOException {
            throw new IOException();
        }
    }

    static class ForErrors {
        @Guarded(value = "inventory", fallbackMethod = "unknown")
        public String stock() {
            return "";
        }

        String unknown(StackOverflowError cause) {
            return "";
        }
    }

    static class GuardedFallback {
        @Guarded(value = "inventory", fallbackMethod = "unknown")
        public String stock() {
            return "";
        }

        @Guarded("prices")
        public String unknown(Throwable cause) {
            return "";
        }
    }

    @Test
    void aFallbackMethodThatDoesNotFitIsShownBesideWhatIsThere() {
        assertRefused(
                NoFallback.class,
                "names the fallback method 'unknwon'",
                "java.lang.String unknown(String, Throwable)",
                "Write a method java.lang.String unknwon(String, Throwable)");
        assertRefused(OtherParameters.class, "only this is there: java.lang.String unknown(int, Throwable)");
        assertRefused(OtherResult.class, "which returns java.util.concurrent.CompletableFuture<java.lang.Integer>");
        assertRefused(OtherException.class, "throws java.io.IOException", "does not declare it");
        assertRefused(ForErrors.class, "java.lang.StackOverflowError, for which a fallback never answers");
        assertRefused(GuardedFallback.class, "is @Guarded too", "another bean");
    }

    static class OwnFuture {
        @Guarded("inventory")
        public FutureTask<String> stock() {
            return new FutureTask<>(() -> "");
        }
    }

    static class OwnPublisher {
        @Guarded("inventory")
        public ConnectableFlux<String> stock() {
            return Flux.just("").publish();
        }
    }

    static class Suspending {
        @Guarded("inventory")
        public @Nullable Object stock(Continuation<String> continuation) {
            return null;
        }
    }

    @Test
    void aResultWhoseEndCannotBeSeenIsRefused() {
        assertRefused(
                OwnFuture.class, "java.util.concurrent.FutureTask", "Declare java.util.concurrent.CompletableFuture");
        assertRefused(OwnPublisher.class, "ConnectableFlux", "Declare reactor.core.publisher.Flux");
        assertRefused(Suspending.class, "is a suspending function");
    }

    static class Lazily {
        @Guarded("inventory")
        public Stream<String> stock() {
            return Stream.of("");
        }
    }

    @Test
    void aStreamIsADoubt(CapturedOutput output) {
        App.run(
                App.with(Lazily.class),
                context -> assertThat(output)
                        .contains("a Stream is worked through after the method has returned, without a permit"));
    }

    static class Private {
        @Guarded("inventory")
        private void stock() {}

        public void use() {
            new Private().stock();
        }
    }

    static class Static {
        @Guarded("inventory")
        public static void stock() {}
    }

    static class FinalMethod {
        @Guarded("inventory")
        public final void stock() {}
    }

    @Guarded("inventory")
    static class NothingPublic {
        void stock() {}
    }

    static final class FinalClass {
        @Guarded("inventory")
        public void stock() {}
    }

    interface Api {
        void stock();
    }

    static class OffTheInterface implements Api {
        @Override
        public void stock() {}

        @Guarded("inventory")
        public void other() {}
    }

    @Test
    void whatNoProxyCanInterceptIsRefused() {
        assertRefused(Private.class, "Private.stock() does not do what it says: private methods");
        assertRefused(Static.class, "static methods are called without a proxy");
        assertRefused(FinalMethod.class, "cannot override a final method", "Take 'final' away");
        assertRefused(NothingPublic.class, "has no public method");
        assertRefused(FinalClass.class, "FinalClass is final", "Take 'final' away");
        assertThat(App.refused(App.with(OffTheInterface.class)
                                .withPropertyValues("spring.aop.proxy-target-class=false"))
                        .toString())
                .contains("the method is on none of them");
    }

    static class Needed {
        @Guarded("inventory")
        public String stock() {
            return "";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Needed.class)
    static class TooEarly {
        @Bean
        static First processor(Needed needed) {
            return new First();
        }
    }

    static class First implements BeanPostProcessor, PriorityOrdered {
        @Override
        public int getOrder() {
            return 0;
        }
    }

    @Test
    void aBeanWithoutAProxyIsRefused() {
        assertThat(App.refused(App.with(TooEarly.class)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString())
                        .contains("StartUpTest.Needed) has @Guarded methods and no proxy")
                        .contains("a BeanPostProcessor depends on it"));
        assertThat(App.refused(App.with()
                                .withInitializer(
                                        context -> context.getBeanFactory().registerSingleton("object", new Needed())))
                        .toString())
                .contains("Bean 'object'");
    }

    @Lazy
    static class LazyMisspelt {
        @Guarded("inventroy")
        public void stock() {}
    }

    @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class Scoped {
        @Guarded("inventory")
        public String stock() {
            return "";
        }
    }

    @Test
    void lazyBeansAreLookedAtAndScopedOnesAreGuardedOnce() {
        assertRefused(LazyMisspelt.class, "did you mean 'inventory'?");
        App.run(App.bare(ScanScoped.class, App.Bulkheads.class), context -> {
            Scoped scoped = context.getBean(Scoped.class);
            assertThat(AopUtils.isAopProxy(scoped)).isTrue();
            assertThat(scoped.stock()).isEmpty();
            try (Permit permit = App.inventory(context).acquire()) {
                assertThatThrownBy(scoped::stock).isInstanceOf(BulkheadFullException.class);
            }
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class ScanScoped {
        @Bean
        @Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
        Scoped scoped() {
            return new Scoped();
        }
    }

    @EnableAutoConfiguration
    @Import({App.Bulkheads.class, FinalMethod.class, Misspelt.class})
    static class Application {}

    @Test
    void theReportOfAFailedStartHasEverythingAtOnceAndTheWayAround(CapturedOutput output) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(Application.class)
                        .web(WebApplicationType.NONE)
                        .run())
                .isInstanceOf(GuardRefusedException.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("cannot override a final method")
                .contains("did you mean 'inventory'?")
                .contains("watertight.guarded.ineffective=warn");
    }

    @Test
    void aWarningIfThePropertySaysSoAndNothingIfItIsOff(CapturedOutput output) {
        App.run(
                App.with(FinalMethod.class).withPropertyValues("watertight.guarded.ineffective=warn"),
                context -> assertThat(output).contains("cannot override a final method"));
        int before = output.length();
        App.run(
                App.with(FinalMethod.class).withPropertyValues("watertight.guarded.ineffective=off"),
                context -> assertThat(output.toString().substring(before)).doesNotContain("final method"));
        assertThat(App.refused(App.with(Misspelt.class).withPropertyValues("watertight.guarded.ineffective=off")))
                .extracting(Finding::severity)
                .isEqualTo(List.of(Severity.REFUSED));
    }

    @Test
    void anUnknownWordForThePropertyIsRefused() {
        App.with()
                .withPropertyValues("watertight.guarded.ineffective=ignore")
                .run(context -> assertThat(context).hasFailed());
    }
}
