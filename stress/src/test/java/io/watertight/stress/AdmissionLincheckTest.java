// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.Permit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Admission without waiting is linearizable: whatever the interleaving, its answers are those of a plain counter used by
 * one thread at a time, and so is {@link Bulkhead#activeCalls}.
 *
 * <p>{@link Bulkhead#call} is no operation here: it takes the permit and gives it back later, so two calls overlap in a
 * way that no single step has. {@link WaitingCallLincheckTest} holds it.
 */
class AdmissionLincheckTest {
    @ParameterizedTest
    @ValueSource(classes = {One.class, OneFair.class, Two.class, TwoFair.class})
    void everyInterleaving(Class<? extends Admission> admission) {
        new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(3)
                .iterations(2)
                .invocationsPerIteration(100)
                .sequentialSpecification(specification(admission))
                .check(admission);
    }

    @ParameterizedTest
    @ValueSource(classes = {One.class, OneFair.class, Two.class, TwoFair.class})
    void underStress(Class<? extends Admission> admission) {
        new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .iterations(2)
                .invocationsPerIteration(200)
                .sequentialSpecification(specification(admission))
                .check(admission);
    }

    private static Class<?> specification(Class<? extends Admission> admission) {
        return Stream.of(One.class, OneFair.class).anyMatch(admission::equals) ? CountToOne.class : CountToTwo.class;
    }

    /** The bulkhead under test. Each thread closes the permits that it acquired itself. */
    @Param(name = "thread", gen = ThreadIdGen.class)
    public abstract static class Admission {
        private final Bulkhead bulkhead;
        private final PerThread<Deque<Permit>> held = new PerThread<>(ArrayDeque::new);

        Admission(int limit, boolean fair) {
            bulkhead = Bulkhead.of("stress", limit).withFair(fair);
        }

        @Operation
        public boolean tryAcquire(@Param(name = "thread") int thread) {
            var permit = bulkhead.tryAcquire();
            permit.ifPresent(held.of(thread)::push);
            return permit.isPresent();
        }

        @Operation
        public boolean close(@Param(name = "thread") int thread) {
            Permit permit = held.of(thread).poll();
            if (permit == null) {
                return false;
            }
            permit.close();
            permit.close();
            return true;
        }

        @Operation
        public int activeCalls() {
            return bulkhead.activeCalls();
        }
    }

    /** The limit is one. */
    public static class One extends Admission {
        public One() {
            super(1, false);
        }
    }

    /** The limit is one, the bulkhead fair. */
    public static class OneFair extends Admission {
        public OneFair() {
            super(1, true);
        }
    }

    /** The limit is two. */
    public static class Two extends Admission {
        public Two() {
            super(2, false);
        }
    }

    /** The limit is two, the bulkhead fair. */
    public static class TwoFair extends Admission {
        public TwoFair() {
            super(2, true);
        }
    }

    /** What admission must look like: a counter between zero and the limit. */
    public abstract static class Count {
        private final int limit;
        private int active;
        private final PerThread<int[]> held = new PerThread<>(() -> new int[1]);

        Count(int limit) {
            this.limit = limit;
        }

        public boolean tryAcquire(int thread) {
            if (active == limit) {
                return false;
            }
            active++;
            held.of(thread)[0]++;
            return true;
        }

        public boolean close(int thread) {
            if (held.of(thread)[0] == 0) {
                return false;
            }
            active--;
            held.of(thread)[0]--;
            return true;
        }

        public int activeCalls() {
            return active;
        }
    }

    /** The counter of a limit of one. */
    public static class CountToOne extends Count {
        public CountToOne() {
            super(1);
        }
    }

    /** The counter of a limit of two. */
    public static class CountToTwo extends Count {
        public CountToTwo() {
            super(2);
        }
    }
}
