// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.TimeoutExceededException;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.BulkheadFullException;
import io.watertight.bulkhead.Permit;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.circuitbreaker.CircuitBreakerEvent;
import io.watertight.contract.TestThreads;
import io.watertight.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Methods that return a publisher: each subscription is a call, and holds the permit until the publisher has ended. */
class ReactiveTest {
    static class Inventory {
        final AtomicInteger called = new AtomicInteger();

        AtomicInteger called() {
            return called;
        }

        @Guarded("inventory")
        public Mono<String> mono(Mono<String> work) {
            called.incrementAndGet();
            return work;
        }

        @Guarded("inventory")
        public Flux<Integer> flux(Publisher<Integer> work) {
            called.incrementAndGet();
            return Flux.from(work);
        }

        @Guarded("inventory")
        public Mono<String> failing(Exception failure) throws Exception {
            throw failure;
        }

        @Guarded("inventory")
        public Single<String> single(Mono<String> work) {
            return Single.fromPublisher(work);
        }

        @Guarded("inventory")
        public Flowable<Integer> flowable(Flux<Integer> work) {
            return Flowable.fromPublisher(work);
        }

        @Guarded("inventory")
        public Completable completable(Mono<String> work) {
            return Completable.fromPublisher(work);
        }

        @Guarded("inventory")
        public Flow.Publisher<Integer> flow(Flux<Integer> work) {
            return org.reactivestreams.FlowAdapters.toFlowPublisher(work);
        }
    }

    @Test
    void aMonoHoldsThePermitFromItsSubscriptionToItsEnd() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            Bulkhead bulkhead = App.inventory(context);
            Sinks.One<String> work = Sinks.one();
            Mono<String> guarded = inventory.mono(work.asMono());
            assertThat(bulkhead.activeCalls()).isZero();
            assertThat(inventory.called()).hasValue(0);

            var first = StepVerifier.create(guarded).expectNext("seven").expectComplete();
            var running = first.verifyLater();
            assertThat(bulkhead.activeCalls()).isEqualTo(1);
            StepVerifier.create(guarded).verifyError(BulkheadFullException.class);
            assertThat(inventory.called()).hasValue(1);

            work.tryEmitValue("seven").orThrow();
            running.verify();
            assertThat(bulkhead.activeCalls()).isZero();
            StepVerifier.create(guarded).expectNext("seven").verifyComplete(); // a new call
            assertThat(inventory.called()).hasValue(2);
        });
    }

    @Test
    void thePermitIsBackWhenTheValueArrives() {
        App.run(App.with(Inventory.class), context -> {
            Bulkhead bulkhead = App.inventory(context);
            Integer active = context.getBean(Inventory.class)
                    .mono(Mono.just("seven"))
                    .map(value -> bulkhead.activeCalls())
                    .block();
            assertThat(active).isZero();
        });
    }

    @Test
    void aFluxHoldsThePermitUntilItCompletesFailsOrIsCancelled() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            Bulkhead bulkhead = App.inventory(context);
            TestPublisher<Integer> source = TestPublisher.create();

            StepVerifier.create(inventory.flux(source), 1)
                    .then(() -> source.assertMaxRequested(1).next(1))
                    .expectNext(1)
                    .then(() -> assertThat(bulkhead.activeCalls()).isEqualTo(1))
                    .thenRequest(1)
                    .then(() -> source.next(2))
                    .expectNext(2)
                    .then(source::complete)
                    .verifyComplete();
            assertThat(bulkhead.activeCalls()).isZero();

            var failure = new IOException("disk");
            StepVerifier.create(inventory.flux(Flux.concat(Flux.just(1), Flux.error(failure))))
                    .expectNext(1)
                    .verifyErrorSatisfies(thrown -> assertThat(thrown).isSameAs(failure));
            assertThat(bulkhead.activeCalls()).isZero();

            TestPublisher<Integer> endless = TestPublisher.create();
            StepVerifier.create(inventory.flux(endless))
                    .then(() -> endless.next(1))
                    .expectNext(1)
                    .thenCancel()
                    .verify();
            endless.assertCancelled();
            assertThat(bulkhead.activeCalls()).isZero();
        });
    }

    @Test
    void whatTheMethodThrowsIsAnErrorOfThePublisher() {
        App.run(App.with(Inventory.class), context -> {
            var failure = new IOException("disk");
            StepVerifier.create(context.getBean(Inventory.class).failing(failure))
                    .verifyErrorSatisfies(thrown -> assertThat(thrown).isSameAs(failure));
        });
    }

    @Test
    void theContextOfTheSubscriberReachesTheSource() {
        App.run(App.with(Inventory.class), context -> {
            Mono<String> user = Mono.deferContextual(view -> Mono.just(view.get("user")));
            Inventory inventory = context.getBean(Inventory.class);
            StepVerifier.create(inventory.mono(user).contextWrite(view -> view.put("user", "ada")))
                    .expectNext("ada")
                    .verifyComplete();
        });
    }

    @Test
    void manyElementsFromOtherThreadsArriveInOrder() {
        App.run(App.with(Inventory.class), context -> {
            Flux<Integer> numbers = Flux.range(0, 10_000).publishOn(Schedulers.parallel());
            List<Integer> arrived =
                    context.getBean(Inventory.class).flux(numbers).collectList().block(Duration.ofSeconds(60));
            assertThat(arrived).isEqualTo(IntStream.range(0, 10_000).boxed().toList());
        });
    }

    static class Patient {
        @Bean
        Bulkhead inventory() {
            return Bulkhead.of("inventory", 1).withMaxWait(Duration.ofSeconds(60));
        }
    }

    @Test
    void aSubscriptionWaitsWithoutBlockingAndIsWithdrawnWhenCancelled() {
        App.run(App.bare(Patient.class, Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            Bulkhead bulkhead = App.inventory(context);
            var values = new CopyOnWriteArrayList<String>();
            try (Permit permit = bulkhead.acquire()) {
                inventory.mono(Mono.just("seven")).subscribe(values::add);
                var cancelled = inventory.mono(Mono.just("never")).subscribe(values::add);
                assertThat(bulkhead.waitingCalls()).isEqualTo(2);
                cancelled.dispose();
                assertThat(bulkhead.waitingCalls()).isEqualTo(1);
                assertThat(inventory.called()).hasValue(0);
            }
            TestThreads.eventually("the value arrived", () -> values.equals(List.of("seven")));
            assertThat(inventory.called()).hasValue(1);
            TestThreads.eventually("the permit is back", () -> bulkhead.activeCalls() == 0);
        });
    }

    static class WithTimeout {
        final List<CircuitBreakerEvent.Outcome> outcomes = new CopyOnWriteArrayList<>();

        @Bean
        Policy pipeline() {
            var breaker = CircuitBreaker.of("inventory")
                    .withListener(CircuitBreakerEvent.Finished.class, finished -> outcomes.add(finished.outcome()));
            return Pipeline.of(breaker, Bulkhead.of("inventory", 1), Timeout.of("inventory", Duration.ofMillis(50)))
                    .withName("inventory");
        }
    }

    @Test
    void aTimeoutCancelsTheSourceAndIsWhatTheSubscriberHears() {
        App.run(App.bare(WithTimeout.class, Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            TestPublisher<Integer> silent = TestPublisher.create();
            StepVerifier.create(inventory.flux(silent)).verifyError(TimeoutExceededException.class);
            silent.assertCancelled();
            assertThat(inventory.mono(Mono.just("seven")).block()).isEqualTo("seven");
            assertThat(context.getBean(WithTimeout.class).outcomes)
                    .containsExactly(CircuitBreakerEvent.Outcome.FAILURE, CircuitBreakerEvent.Outcome.SUCCESS);
        });
    }

    @Test
    void otherReactiveTypesHoldThePermitToo() {
        App.run(App.with(Inventory.class), context -> {
            Inventory inventory = context.getBean(Inventory.class);
            Bulkhead bulkhead = App.inventory(context);
            Mono<String> probe = Mono.fromCallable(() -> "active " + bulkhead.activeCalls());
            Flux<Integer> number = Flux.defer(() -> Flux.just(bulkhead.activeCalls(), 2));

            assertThat(inventory.single(probe).blockingGet()).isEqualTo("active 1");
            assertThat(inventory.flowable(number).toList().blockingGet()).containsExactly(1, 2);
            assertThat(Flux.from(org.reactivestreams.FlowAdapters.toPublisher(inventory.flow(number)))
                            .collectList()
                            .block())
                    .containsExactly(1, 2);
            try (Permit permit = bulkhead.acquire()) {
                assertThatThrownBy(() -> inventory.completable(probe).blockingAwait())
                        .isInstanceOf(BulkheadFullException.class);
            }
        });
    }
}
