// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.watertight.CallRejectedException;
import io.watertight.ContextPropagator;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The method that answers instead. */
class FallbackMethodTest {
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // called by reflection
    static class Inventory {
        final AtomicInteger answers = new AtomicInteger();

        AtomicInteger answers() {
            return answers;
        }

        @Guarded(value = "inventory", fallbackMethod = "unknown")
        public String stock(String sku, Throwable outcome) throws Throwable {
            if (outcome instanceof NoFailure) {
                return sku;
            }
            throw outcome;
        }

        private String unknown(String sku, Throwable outcome, IOException cause) {
            return sku + " after " + cause.getMessage();
        }

        private String unknown(String sku, Throwable outcome, FileNotFoundException cause) {
            return sku + " not found";
        }

        private String unknown(Object sku, Throwable outcome, CallRejectedException cause) {
            return sku + " rejected by " + cause.name();
        }

        @Guarded(value = "inventory", fallbackMethod = "any")
        public String anything(Throwable outcome) throws Throwable {
            throw outcome;
        }

        private String any(Throwable outcome, Throwable cause) throws Throwable {
            if (cause instanceof IllegalStateException) {
                throw new UnsupportedOperationException("the fallback fails too");
            }
            return "answer";
        }

        @Guarded(value = "inventory", fallbackMethod = "brief")
        public String briefly(String sku, int count) throws IOException {
            throw new IOException(sku + count);
        }

        String brief(Exception cause) {
            return "after " + cause.getMessage();
        }

        @Guarded(value = "inventory", fallbackMethod = "later")
        public CompletableFuture<String> async(CompletableFuture<String> work) {
            return work;
        }

        CompletableFuture<String> later(CompletableFuture<String> work, IOException cause) {
            answers.incrementAndGet();
            return CompletableFuture.completedFuture("later, " + USER.get());
        }

        @Guarded(value = "inventory", fallbackMethod = "none")
        public Flux<Integer> flux(Flux<Integer> work) {
            return work;
        }

        protected Flux<Integer> none(Flux<Integer> work, Exception cause) {
            return cause instanceof ArithmeticException ? Flux.error(new IllegalStateException("too")) : Flux.just(-1);
        }

        @Guarded(value = "inventory", fallbackMethod = "nothing")
        public Mono<Integer> mono(Mono<Integer> work) {
            return work;
        }

        protected Mono<Integer> nothing(Mono<Integer> work, BulkheadFullException cause) {
            return Mono.just(-1);
        }
    }

    static final class NoFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final ThreadLocal<String> USER = new ThreadLocal<>();

    @Test
    void theMostSpecificTypeOfTheCauseAnswers() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            assertThat(stock(inventory, new NoFailure())).isEqualTo("sku");
            assertThat(stock(inventory, new IOException("disk"))).isEqualTo("sku after disk");
            assertThat(stock(inventory, new FileNotFoundException("x"))).isEqualTo("sku not found");
            try (Permit permit = App.inventory(context).acquire()) {
                assertThat(stock(inventory, new NoFailure())).isEqualTo("sku rejected by inventory");
            }
        });
    }

    private static String stock(Inventory inventory, Throwable outcome) {
        try {
            return inventory.stock("sku", outcome);
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void theCauseAloneIsEnough() {
        App.run(
                App.with(Inventory.class),
                context -> assertThat(context.getBean(Inventory.class).briefly("sku", 7))
                        .isEqualTo("after sku7"));
    }

    @Test
    void whereNoTypeFitsTheFailureIsTheSameObject() {
        App.run(App.with(Inventory.class), context -> {
            var failure = new IllegalArgumentException("of the method");
            assertThatThrownBy(() -> context.getBean(Inventory.class).stock("sku", failure))
                    .isSameAs(failure)
                    .hasNoSuppressedExceptions();
        });
    }

    @Test
    void neverForAnErrorOrAnInterruption() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            assertThat(anything(inventory, new IOException("disk"))).isEqualTo("answer");
            for (Throwable failure : new Throwable[] {new StackOverflowError(), new InterruptedException()}) {
                assertThatThrownBy(() -> inventory.anything(failure)).isSameAs(failure);
            }
        });
    }

    private static String anything(Inventory inventory, Throwable outcome) {
        try {
            return inventory.anything(outcome);
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void aFallbackThatFailsCarriesTheFirstFailure() {
        App.run(App.with(Inventory.class), context -> {
            var failure = new IllegalStateException("first");
            assertThatThrownBy(() -> context.getBean(Inventory.class).anything(failure))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasSuppressedException(failure);
        });
    }

    static class Context {
        @Bean
        ContextPropagator user() {
            return ContextPropagator.ofThreadLocal(USER);
        }
    }

    @Test
    void aFailedFutureIsAnsweredInTheContextOfItsCaller() {
        App.run(App.with(Inventory.class, Context.class), context -> {
            var work = new CompletableFuture<String>();
            USER.set("ada");
            CompletableFuture<String> call;
            try {
                call = context.getBean(Inventory.class).async(work);
            } finally {
                USER.remove();
            }
            Thread.ofVirtual().start(() -> work.completeExceptionally(new IOException("disk")));
            assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("later, ada");
        });
    }

    @Test
    void aRejectionWithoutAFittingFallbackIsAFailedFuture() {
        App.run(App.with(Inventory.class), context -> {
            try (Permit permit = App.inventory(context).acquire()) {
                assertThatThrownBy(context.getBean(Inventory.class).async(new CompletableFuture<>())::get)
                        .hasCauseInstanceOf(BulkheadFullException.class);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFutureThatItsCallerEndsNeedsNoAnswer(boolean cancels) {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            var work = new CompletableFuture<String>();
            CompletableFuture<String> call = inventory.async(work);
            if (cancels) {
                call.cancel(true);
                assertThat(work).isCancelled();
                assertThatThrownBy(call::join).isInstanceOf(CancellationException.class);
            } else {
                call.complete("given up");
                assertThat(App.inventory(context).activeCalls()).isEqualTo(1);
                work.completeExceptionally(new IOException("disk"));
            }
            assertThat(App.inventory(context).activeCalls()).isZero();
            assertThat(inventory.answers()).hasValue(0);
        });
    }

    @Test
    void aFailedPublisherGoesOnWithTheFallbacks() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            Bulkhead bulkhead = App.inventory(context);
            StepVerifier.create(inventory.flux(Flux.concat(Flux.just(1), Flux.error(new IOException()))))
                    .expectNext(1, -1)
                    .verifyComplete();
            try (Permit permit = bulkhead.acquire()) {
                StepVerifier.create(inventory.mono(Mono.just(1))).expectNext(-1).verifyComplete();
            }
            var passed = new IOException("passes");
            StepVerifier.create(inventory.mono(Mono.error(passed)))
                    .verifyErrorSatisfies(thrown -> assertThat(thrown).isSameAs(passed));
            StepVerifier.create(inventory.flux(Flux.error(new ArithmeticException())))
                    .verifyError(IllegalStateException.class);
        });
    }

    interface Prices {
        @Guarded(value = "prices", fallbackMethod = "unknown")
        int price(String sku);

        default int unknown(String sku, BulkheadFullException full) {
            return -1;
        }
    }

    /** As declarative clients are made: no class of the user's, only an interface. */
    static class Client {
        @Bean
        Prices client() {
            return (Prices) java.lang.reflect.Proxy.newProxyInstance(
                    Prices.class.getClassLoader(),
                    new Class<?>[] {Prices.class},
                    (proxy, method, arguments) -> method.isDefault()
                            ? java.lang.reflect.InvocationHandler.invokeDefault(proxy, method, arguments)
                            : method.getName().equals("price") ? 7 : "client");
        }
    }

    @Test
    void anInterfaceWithoutAClassHasItAsADefaultMethod() {
        App.run(App.with(Client.class), context -> {
            Prices client = context.getBean(Prices.class);
            assertThat(client.price("sku")).isEqualTo(7);
            try (Permit permit = context.getBean("prices", Bulkhead.class).acquire()) {
                assertThat(client.price("sku")).isEqualTo(-1);
            }
        });
    }
}
