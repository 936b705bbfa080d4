// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.actuate;

import io.watertight.ObservablePolicy;
import io.watertight.Policy;
import io.watertight.Subscription;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.registry.Registered;
import io.watertight.registry.Registry;
import io.watertight.registry.RegistryEvent;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Every bulkhead of a registry, with its rejections of the last minute, as long as it is registered. */
final class Compartments implements AutoCloseable {
    private record Watched(LastMinute lastMinute, Subscription observing) {}

    private final Registry registry;
    private final LongSupplier clock;
    private final IdentityHashMap<Policy, Watched> watched = new IdentityHashMap<>();
    private final Subscription listening;

    Compartments(Registry registry, LongSupplier secondsClock) {
        this.registry = registry;
        this.clock = secondsClock;
        this.listening = registry.listen(this::changed);
        bulkheads().forEach(this::watch);
    }

    static Compartments of(Registry registry) {
        return new Compartments(registry, () -> Math.floorDiv(System.nanoTime(), 1_000_000_000L));
    }

    // Events may come in either order: what counts is what is registered now.
    private void changed(RegistryEvent event) {
        Registered entry = event.entry();
        boolean there = bulkheads().stream().anyMatch(isThatOf(entry.policy()));
        if (!there) {
            forget(entry.policy());
        } else {
            watch(entry);
        }
    }

    @SuppressWarnings("ReferenceEquality") // that very policy
    private static Predicate<Registered> isThatOf(Policy policy) {
        return entry -> entry.policy() == policy;
    }

    private synchronized void watch(Registered entry) {
        watched.computeIfAbsent(entry.policy(), policy -> {
            var lastMinute = new LastMinute(clock);
            return new Watched(lastMinute, ((ObservablePolicy) policy).observe(lastMinute));
        });
    }

    private synchronized void forget(Policy policy) {
        Watched before = watched.remove(policy);
        if (before != null) {
            before.observing().close();
        }
    }

    private synchronized long rejections(Policy policy) {
        Watched watch = watched.get(policy);
        return watch == null ? 0 : watch.lastMinute().rejections();
    }

    private List<Registered> bulkheads() {
        return registry.entries().stream()
                .filter(entry -> entry.policy() instanceof Bulkhead || entry.policy() instanceof ThreadPoolBulkhead)
                .toList();
    }

    /** All of them now, in the order in which they were registered; by kind and name where a name is there twice. */
    Map<String, Compartment> all() {
        List<Registered> bulkheads = bulkheads();
        Map<String, Long> times =
                bulkheads.stream().collect(Collectors.groupingBy(Registered::name, Collectors.counting()));
        return bulkheads.stream()
                .collect(Collectors.toMap(
                        entry -> times.getOrDefault(entry.name(), 1L) == 1
                                ? entry.name()
                                : entry.kind() + ":" + entry.name(),
                        this::compartment,
                        (first, second) -> first,
                        LinkedHashMap::new));
    }

    private Compartment compartment(Registered entry) {
        long rejections = rejections(entry.policy());
        return entry.policy() instanceof Bulkhead bulkhead
                ? Compartment.of(entry.kind(), bulkhead, rejections)
                : Compartment.of(entry.kind(), (ThreadPoolBulkhead) entry.policy(), rejections);
    }

    @Override
    public synchronized void close() {
        listening.close();
        watched.values().forEach(watch -> watch.observing().close());
        watched.clear();
    }
}
