// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** A call that hops to a thread of a pool and back, around an operation that reads one field. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
public class PoolBenchmark {
    /** Half of the queue: nobody rejects any of a burst. */
    private static final int BURST = 64;

    /** With what. */
    @Param
    public Pool subject = Pool.EXECUTOR;

    private final Future<?>[] futures = new Future<?>[BURST];
    private Object value = new Object();

    @SuppressWarnings("NullAway.Init")
    private PoolContender contender;

    /** Makes the pool. */
    @Setup
    public void open() {
        value = new Object();
        contender = subject.contender();
    }

    /** Ends its threads. */
    @TearDown
    public void close() {
        contender.close();
    }

    /**
     * One caller submits an operation and waits for its result.
     *
     * @return the operation's result
     * @throws Exception if the call fails, which ends the measurement
     */
    @Benchmark
    public Object roundTrip() throws Exception {
        return contender.call(this::operation);
    }

    /**
     * One caller submits a burst, and only then waits for the results.
     *
     * @return the futures
     * @throws ExecutionException if a call fails, which ends the measurement
     * @throws InterruptedException never
     */
    @Benchmark
    @OperationsPerInvocation(BURST)
    public Future<?>[] burst() throws ExecutionException, InterruptedException {
        for (int i = 0; i < BURST; i++) {
            futures[i] = contender.submit(this::operation);
        }
        for (Future<?> future : futures) {
            future.get();
        }
        return futures;
    }

    private Object operation() {
        return value;
    }
}
