// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.benchmarks.Contender.Setting;
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

/**
 * A call that finds a permit, around an operation that reads one field.
 *
 * <p>The operation is a method reference made at the call, as callers write it; that it costs nothing is up to the
 * library, whose code must be small enough to be inlined.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PermittedBenchmark {
    /** More permits than threads: every call is permitted. */
    private static final int PERMITS = 1024;

    /** With what. */
    @Param
    public Library subject = Library.SEMAPHORE;

    /** Who listens. */
    @Param("NONE")
    public Listening listening = Listening.NONE;

    private Object value = new Object();

    @SuppressWarnings("NullAway.Init")
    private Contender contender;

    /** Makes the contender. */
    @Setup
    public void open() {
        value = new Object();
        contender = subject.contender(new Setting(PERMITS, false, listening));
    }

    /**
     * One thread.
     *
     * @return the operation's result
     */
    @Benchmark
    @Threads(1)
    public @Nullable Object uncontended() {
        return contender.call(this::operation);
    }

    /**
     * One thread for each processor, all of them on the same count of permits.
     *
     * @return the operation's result
     */
    @Benchmark
    @Threads(Threads.MAX)
    public @Nullable Object contended() {
        return contender.call(this::operation);
    }

    private Object operation() {
        return value;
    }
}
