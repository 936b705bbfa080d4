// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.Pipeline;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.contract.TestThreads;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;

/** Methods that have ended when they return. */
class BlockingTest {
    static class Inventory {
        final Gate gate = new Gate();

        @Guarded("inventory")
        public int held() throws InterruptedException {
            gate().pass();
            return 7;
        }

        @Guarded("inventory")
        public <X extends Throwable> String failing(X failure) throws X {
            throw failure;
        }

        @Guarded("inventory")
        public void nothing() {}

        @Guarded("inventory")
        public long primitive() {
            return 7;
        }

        @Guarded("inventory")
        public @Nullable String missing() {
            return null;
        }

        @Guarded("inventory")
        public Optional<String> empty() {
            return Optional.empty();
        }

        @Guarded("inventory")
        public Object future(Object future) {
            return future;
        }

        Gate gate() {
            return gate;
        }
    }

    static class Warehouse {
        @Guarded("inventory")
        public int count() {
            return 8;
        }

        @Guarded("prices")
        public int price() {
            return 9;
        }

        public int unguarded() {
            return 10;
        }
    }

    @Test
    void beansThatNameTheSameBulkheadShareItsPermits() {
        App.run(App.with(Inventory.class, Warehouse.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            Warehouse warehouse = context.getBean(Warehouse.class);
            try (var threads = new TestThreads(Thread.ofVirtual().factory())) {
                var held = threads.start(inventory::held);
                inventory.gate().awaitEntered();

                assertThatThrownBy(warehouse::count)
                        .isInstanceOfSatisfying(
                                BulkheadFullException.class,
                                full -> assertThat(full.name()).isEqualTo("inventory"));
                assertThat(warehouse.price()).isEqualTo(9);
                assertThat(warehouse.unguarded()).isEqualTo(10);

                inventory.gate().open();
                assertThat(held.result()).isEqualTo(7);
            }
            assertThat(warehouse.count()).isEqualTo(8);
        });
    }

    @Test
    void whatTheMethodThrowsIsTheSameObject() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            for (Throwable failure : new Throwable[] {
                new IOException("disk"), new IllegalStateException("state"), new StackOverflowError(), new Throwable()
            }) {
                assertThatThrownBy(() -> inventory.failing(failure)).isSameAs(failure);
            }
        });
    }

    @Test
    void whatTheMethodReturnsIsUntouched() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            inventory.nothing();
            assertThat(inventory.primitive()).isEqualTo(7L);
            assertThat(inventory.missing()).isNull();
            assertThat(inventory.empty()).isEmpty();
        });
    }

    @Test
    void aFutureOfAMethodThatDeclaresObjectHoldsItsCallerUntilItHasEnded() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            var future = new CompletableFuture<String>();
            try (var threads = new TestThreads(Thread.ofVirtual().factory())) {
                var caller = threads.start(() -> inventory.future(future));
                TestThreads.eventually("active", () -> App.inventory(context).activeCalls() == 1);
                assertThatThrownBy(inventory::primitive).isInstanceOf(BulkheadFullException.class);
                future.complete("seven");
                assertThat(caller.result()).isSameAs(future);
            }
        });
    }

    @Guarded("inventory")
    static class Whole extends Part {
        public String own() {
            return "own";
        }

        @Guarded("prices")
        public String other() {
            return "other";
        }

        String packagePrivate() {
            return "not public";
        }

        @Override
        public String toString() {
            return "whole";
        }
    }

    static class Part {
        public String inherited() {
            return "inherited";
        }
    }

    @Test
    void onAClassItStandsForEveryPublicMethodAndTheMethodsOwnTakesPrecedence() {
        App.run(App.with(Whole.class), context -> {
            Whole whole = context.getBean(Whole.class);
            try (Permit permit = App.inventory(context).acquire()) {
                assertThatThrownBy(whole::own).isInstanceOf(BulkheadFullException.class);
                assertThatThrownBy(whole::inherited).isInstanceOf(BulkheadFullException.class);
                assertThat(whole.other()).isEqualTo("other");
                assertThat(whole.packagePrivate()).isEqualTo("not public");
                assertThat(whole).hasToString("whole").isEqualTo(whole).hasSameHashCodeAs(whole);
            }
            assertThat(whole.own() + whole.inherited()).isEqualTo("owninherited");
        });
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Guarded("inventory")
    @interface OfInventory {}

    interface Api {
        @Guarded("inventory")
        String declared();

        String plain();
    }

    @Guarded("inventory")
    interface Marked {
        String marked();
    }

    static class Base {
        @Guarded("inventory")
        public String overridden() {
            return "base";
        }
    }

    static class Derived extends Base implements Api, Marked {
        @Override
        public String overridden() {
            return "derived";
        }

        @Override
        public String declared() {
            return "declared";
        }

        @Override
        @OfInventory
        public String plain() {
            return "plain";
        }

        @Override
        public String marked() {
            return "marked";
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itIsFoundOnWhatAClassOverridesAndImplementsAndAsAMetaAnnotation(boolean classProxies) {
        var app = App.with(Derived.class).withPropertyValues("spring.aop.proxy-target-class=" + classProxies);
        if (!classProxies) {
            app = app.withPropertyValues("watertight.guarded.ineffective=off"); // overridden() is on no interface
        }
        App.run(app, context -> {
            Api api = context.getBean(Api.class);
            assertThat(api instanceof Derived).isEqualTo(classProxies);
            try (Permit permit = App.inventory(context).acquire()) {
                assertThatThrownBy(api::declared).isInstanceOf(BulkheadFullException.class);
                assertThatThrownBy(api::plain).isInstanceOf(BulkheadFullException.class);
                assertThatThrownBy(((Marked) api)::marked).isInstanceOf(BulkheadFullException.class);
                if (api instanceof Derived derived) {
                    assertThatThrownBy(derived::overridden).isInstanceOf(BulkheadFullException.class);
                }
            }
            assertThat(api.declared() + api.plain()).isEqualTo("declaredplain");
        });
    }

    @Test
    void proxiesAreMadeWithoutAopAutoConfigurationToo() {
        App.run(App.with(Warehouse.class).withPropertyValues("spring.aop.auto=false"), context -> {
            try (Permit permit = App.inventory(context).acquire()) {
                assertThatThrownBy(context.getBean(Warehouse.class)::count).isInstanceOf(BulkheadFullException.class);
            }
        });
    }

    static class Pipelines {
        @Bean
        Pipeline pipeline() {
            return Pipeline.of(Bulkhead.of("share", 1), Bulkhead.of("total", 2)).withName("reports");
        }

        @Bean
        ThreadPoolBulkhead pool() {
            return ThreadPoolBulkhead.of("pool", 1);
        }
    }

    static class Reports {
        @Guarded("reports")
        public String report() {
            return "report";
        }

        @Guarded("bulkhead:pool")
        public String pooled() {
            return Thread.currentThread().getName();
        }
    }

    @Aspect
    static class Audit {
        @Nullable
        String seen;

        @Before("execution(* io.watertight.spring.guarded.BlockingTest.Reports.*(..))")
        void before(JoinPoint call) {
            seen = call.getSignature().getName() + " on "
                    + Thread.currentThread().getName();
        }
    }

    @Test
    void aPipelineIsOneLayer() {
        App.run(App.with(Pipelines.class, Reports.class), context -> {
            Bulkhead share =
                    (Bulkhead) context.getBean(Pipeline.class).policies().getFirst();
            Reports reports = context.getBean(Reports.class);
            try (Permit permit = share.acquire()) {
                assertThatThrownBy(reports::report)
                        .isInstanceOfSatisfying(
                                BulkheadFullException.class,
                                full -> assertThat(full.name()).isEqualTo("share"));
            }
            assertThat(reports.report()).isEqualTo("report");
        });
    }

    @Test
    void aspectsFurtherInsideWorkOnTheThreadOfThePool() {
        App.run(App.with(Pipelines.class, Reports.class, Audit.class), context -> {
            assertThat(context.getBean(Reports.class).pooled()).isEqualTo("pool-1");
            assertThat(context.getBean(Audit.class).seen).isEqualTo("pooled on pool-1");
        });
    }
}
