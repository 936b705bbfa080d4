// SPDX-License-Identifier: Apache-2.0
package io.watertight.stress;

import io.watertight.bulkhead.Bulkhead;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls that wait for a single permit are linearizable: they run one after the other, and each sees what the one before
 * it wrote.
 *
 * <p>Not held here: that a wake-up is never lost. Lincheck does not take a timed park that nobody ends for a deadlock;
 * {@link ReleaseAgainstEntering} holds that.
 */
class WaitingCallLincheckTest {
    @ParameterizedTest
    @ValueSource(classes = {Barging.class, Fair.class})
    void everyInterleaving(Class<? extends Calls> calls) {
        new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .iterations(2)
                .invocationsPerIteration(200)
                .sequentialSpecification(Count.class)
                .check(calls);
    }

    @ParameterizedTest
    @ValueSource(classes = {Barging.class, Fair.class})
    void underStress(Class<? extends Calls> calls) {
        new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .iterations(2)
                .invocationsPerIteration(200)
                .sequentialSpecification(Count.class)
                .check(calls);
    }

    /** The bulkhead under test, in front of a counter that is neither atomic nor volatile. */
    public abstract static class Calls {
        private final Bulkhead bulkhead;
        private int calls;

        Calls(boolean fair) {
            bulkhead = Bulkhead.of("stress", 1).withFair(fair).withMaxWait(Duration.ofDays(365));
        }

        @Operation
        public int call() {
            return bulkhead.call(() -> ++calls);
        }
    }

    /** Newcomers may barge. */
    public static class Barging extends Calls {
        public Barging() {
            super(false);
        }
    }

    /** First come first served. */
    public static class Fair extends Calls {
        public Fair() {
            super(true);
        }
    }

    /** What the calls must look like: one after the other. */
    public static class Count {
        private int calls;

        public int call() {
            return ++calls;
        }
    }
}
