// SPDX-License-Identifier: Apache-2.0
package io.watertight.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.Subscription;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.contract.TestThreads;
import io.watertight.registry.RegistryEvent.Added;
import io.watertight.registry.RegistryEvent.Removed;
import io.watertight.timeout.Timeout;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RegistryTest {
    private final Registry registry = Registry.create();

    static Stream<Arguments> definitionsThatAreTheSame() {
        Clock clock = Clock.system(ZoneOffset.UTC);
        return Stream.of(
                Arguments.of(Bulkhead.of("inventory", 40), Bulkhead.of("inventory", 40)),
                Arguments.of(
                        Bulkhead.of("inventory", 40)
                                .withMaxWait(Duration.ofMillis(50))
                                .withFair(true),
                        Bulkhead.of("inventory", 40).withFair(true).withMaxWait(Duration.ofMillis(50))),
                Arguments.of(
                        ThreadPoolBulkhead.of("inventory", 4).withQueueCapacity(2),
                        ThreadPoolBulkhead.of("inventory", 4).withQueueCapacity(2)),
                Arguments.of(
                        ThreadPoolBulkhead.of("inventory", 4).withVirtualThreads(true),
                        ThreadPoolBulkhead.of("inventory", 4).withVirtualThreads(true)),
                Arguments.of(
                        Timeout.of("inventory", Duration.ofSeconds(1)).withClock(clock),
                        Timeout.of("inventory", Duration.ofSeconds(1)).withClock(clock)),
                Arguments.of(
                        CircuitBreaker.of("inventory").withWindow(50),
                        CircuitBreaker.of("inventory").withWindow(50)));
    }

    @ParameterizedTest
    @MethodSource("definitionsThatAreTheSame")
    void aSecondDefinitionWithTheSameSettingsIsTheFirst(Policy first, Policy second) {
        assertThat(registry.register(first)).isSameAs(first);
        assertThat(registry.register(second)).isSameAs(first);
        assertThat(registry.entries()).hasSize(1);
    }

    @Test
    void listenersBelongToTheSettings() {
        List<Object> heard = new ArrayList<>();
        Bulkhead first = Bulkhead.of("inventory", 1).withListener(heard::add);
        registry.register(first);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.register(Bulkhead.of("inventory", 1).withListener(heard::remove)));
    }

    /** Peer fault 22: the same name with another configuration silently gave the old one. */
    @Test
    void aSecondDefinitionWithOtherSettingsIsRefused() {
        registry.register(Bulkhead.of("inventory", 40));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.register(Bulkhead.of("inventory", 20)))
                .withMessageContainingAll(
                        "'inventory' is registered already with other settings",
                        "maxConcurrentCalls=40",
                        "maxConcurrentCalls=20",
                        "another name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.register(ThreadPoolBulkhead.of("inventory", 40)))
                .withMessageContainingAll("semaphore", "thread-pool");
        assertThat(registry.get(Bulkhead.class, "inventory").maxConcurrentCalls())
                .isEqualTo(40);
    }

    @Test
    void everyKindHasNamesOfItsOwn() {
        Bulkhead bulkhead = registry.register(Bulkhead.of("inventory", 40));
        Timeout timeout = registry.register(Timeout.of("inventory", Duration.ofSeconds(1)));
        CircuitBreaker breaker = registry.register(CircuitBreaker.of("inventory"));
        Pipeline pipeline = registry.register(Pipeline.of(breaker, bulkhead, timeout));
        Bulkhead oltp = registry.register("jdbc", Bulkhead.of("oltp", 30));

        assertThat(registry.entries())
                .extracting(Registered::kind)
                .containsExactly("semaphore", "timeout", "circuit-breaker", "pipeline", "jdbc");
        assertThat(registry.get(Timeout.class, "inventory")).isSameAs(timeout);
        assertThat(registry.get(Pipeline.class, "inventory")).isSameAs(pipeline);
        assertThat(registry.get(Bulkhead.class, "oltp")).isSameAs(oltp);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.get(Policy.class, "inventory"))
                .withMessageContaining("semaphore, timeout, circuit-breaker, pipeline");
    }

    /** Peer fault 22: names made of user ids filled the heap. */
    @Test
    void itIsBounded() {
        Registry small = Registry.create(2);
        small.register(Bulkhead.fromConfiguration("user-1", 1));
        Bulkhead second = small.register(Bulkhead.fromConfiguration("user-2", 1));
        assertThatIllegalStateException()
                .isThrownBy(() -> small.register(Bulkhead.fromConfiguration("user-3", 1)))
                .withMessageContainingAll("holds 2 policies, its maximum", "'user-3'", "not made of users");
        assertThat(small.register(Bulkhead.fromConfiguration("user-2", 1))).isSameAs(second);
        assertThat(small.remove(second)).isTrue();
        small.register(Bulkhead.fromConfiguration("user-3", 1));
        assertThat(Registry.DEFAULT_MAXIMUM).isEqualTo(1_000);
    }

    @Test
    void badInputIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Registry.create(0))
                .withMessageContaining("maximum must be at least 1, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.register(" ", Bulkhead.of("oltp", 1)))
                .withMessageContaining("kind must not be blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.get(Bulkhead.class, "inventory"))
                .withMessage("No Bulkhead is registered as 'inventory', nor any other");
        registry.register(Bulkhead.of("inventory", 1));
        registry.register(Bulkhead.of("payment", 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.get(Bulkhead.class, "invetnory"))
                .withMessageContainingAll("'invetnory'", "Did you mean 'inventory'?", "inventory, payment");
        assertThat(registry.find(Bulkhead.class, "user")).isEmpty();
    }

    @Test
    void nothingHoldsABulkheadThatWasClosed() {
        List<RegistryEvent> heard = new ArrayList<>();
        Subscription subscription = registry.listen(heard::add);
        ThreadPoolBulkhead pool = registry.register(ThreadPoolBulkhead.of("inventory", 4));
        Registered entry = registry.entries().getFirst();
        pool.close();
        pool.close();
        assertThat(registry.entries()).isEmpty();
        assertThat(heard).containsExactly(new Added(entry), new Removed(entry));
        assertThat(registry.remove(pool)).isFalse();

        subscription.close();
        subscription.close();
        registry.register(Bulkhead.of("user", 1));
        assertThat(heard).hasSize(2);
    }

    @Test
    void aListenerThatThrowsHarmsNobody() {
        registry.listen(event -> {
            throw new IllegalStateException("listener");
        });
        List<RegistryEvent> heard = new ArrayList<>();
        registry.listen(heard::add);
        Bulkhead user = registry.register(Bulkhead.of("user", 1));
        assertThat(registry.remove(user)).isTrue();
        assertThat(heard).hasSize(2);
    }

    @Test
    void manyThreadsThatDefineOneNameShareOnePolicy() {
        for (int round = 0; round < 200; round++) {
            Registry fresh = Registry.create();
            Set<Bulkhead> got = ConcurrentHashMap.newKeySet();
            var barrier = new CyclicBarrier(4);
            try (var threads = new TestThreads(Thread.ofVirtual().factory())) {
                for (int i = 0; i < 4; i++) {
                    threads.start(() -> {
                        barrier.await();
                        return got.add(fresh.register(Bulkhead.of("inventory", 40)));
                    });
                }
            }
            assertThat(got).hasSize(1);
        }
    }
}
