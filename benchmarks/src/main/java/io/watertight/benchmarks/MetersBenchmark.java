// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** A call that finds a permit of a bulkhead that is watched, around an operation that reads one field. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
public class MetersBenchmark {
    /** By whom. */
    @Param
    public Metering subject = Metering.BARE;

    private Object value = new Object();

    @SuppressWarnings("NullAway.Init")
    private Contender contender;

    /** Makes the bulkhead. */
    @Setup
    public void open() {
        value = new Object();
        contender = subject.contender();
    }

    /**
     * One call.
     *
     * @return the operation's result
     */
    @Benchmark
    public @Nullable Object call() {
        return contender.call(this::operation);
    }

    private Object operation() {
        return value;
    }
}
