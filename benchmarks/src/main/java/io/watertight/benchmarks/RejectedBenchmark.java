// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.benchmarks.Contender.Setting;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A call that is rejected at once, by the library's own exception, caught where the call is made.
 *
 * <p>At the bottom of the stack many calls are made in a loop: the cost of the way down, measured by {@link #descent},
 * is then a fraction of a nanosecond for each.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
public class RejectedBenchmark {
    private static final int CALLS = 1000;

    /** With what. */
    @Param
    public Library subject = Library.SEMAPHORE;

    /** How many frames of ours stand between the benchmark and the call. */
    @Param({"1", "60"})
    public int depth = 1;

    private final Holder holder = new Holder();

    @SuppressWarnings("NullAway.Init")
    private Contender contender;

    /** Takes the only permit. */
    @Setup
    public void hold() throws InterruptedException {
        contender = subject.contender(new Setting(1, false, Listening.NONE));
        holder.hold(contender);
    }

    /** Gives the permit back. */
    @TearDown
    public void release() {
        holder.close();
    }

    /**
     * Rejected calls.
     *
     * @param blackhole takes the exceptions
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void rejected(Blackhole blackhole) {
        descend(depth, CALLS, blackhole);
    }

    /**
     * What the measurement itself costs: the way down and the loop, without a call.
     *
     * @param blackhole takes nothing much
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public void descent(Blackhole blackhole) {
        descend(depth, 0, blackhole);
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    void descend(int left, int calls, Blackhole blackhole) {
        if (left > 1) {
            descend(left - 1, calls, blackhole);
            return;
        }
        for (int i = 0; i < calls; i++) {
            blackhole.consume(outcome());
        }
    }

    private @Nullable Object outcome() {
        try {
            return contender.call(this::operation);
        } catch (RuntimeException rejection) {
            return rejection;
        }
    }

    private Object operation() {
        throw new IllegalStateException("Permitted although the only permit is held");
    }
}
