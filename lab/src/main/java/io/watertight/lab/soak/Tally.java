// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What has been counted so far. */
final class Tally {
    private final Map<String, Map<Outcome, LongAdder>> outcomes = new LinkedHashMap<>();
    private final Map<Invariant, LongAdder> broken = counters(Invariant.class);
    private final LongAdder givenUp = new LongAdder();
    private final AtomicReference<String> first = new AtomicReference<>();

    /** Only before the threads that count are started, so that they may read without a lock. */
    void expect(String kind) {
        outcomes.computeIfAbsent(kind, name -> counters(Outcome.class));
    }

    private static <E extends Enum<E>> Map<E, LongAdder> counters(Class<E> type) {
        Map<E, LongAdder> counters = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            counters.put(constant, new LongAdder());
        }
        return counters;
    }

    @SuppressWarnings("NullAway") // the maps have every kind and constant
    void count(String kind, Outcome outcome) {
        outcomes.get(kind).get(outcome).increment();
    }

    /** One more call that was given up while it certainly waited. */
    void countGivenUp() {
        givenUp.increment();
    }

    @SuppressWarnings("NullAway") // as above
    void violated(Invariant invariant, Subject subject, String what) {
        broken.get(invariant).increment();
        first.compareAndSet(null, invariant + ": " + what + "\n  " + subject.kind() + ": " + subject);
    }

    @Nullable
    String firstViolation() {
        return first.get();
    }

    @SuppressWarnings("NullAway") // as above
    long broken(Invariant invariant) {
        return broken.get(invariant).sum();
    }

    long givenUp() {
        return givenUp.sum();
    }

    Iterable<String> kinds() {
        return outcomes.keySet();
    }

    @SuppressWarnings("NullAway") // as above
    long count(Outcome outcome, String kind) {
        return outcomes.get(kind).get(outcome).sum();
    }

    long calls(String kind) {
        long calls = 0;
        for (Outcome outcome : Outcome.values()) {
            calls += count(outcome, kind);
        }
        return calls;
    }

    long calls() {
        return outcomes.keySet().stream().mapToLong(this::calls).sum();
    }
}
