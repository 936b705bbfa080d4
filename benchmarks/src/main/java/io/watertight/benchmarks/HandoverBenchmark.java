// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.benchmarks.Contender.Setting;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** One permit that passes through the hands of a {@link Crowd} of waiting threads; the time for each hand-over. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
public class HandoverBenchmark {
    private static final int PLATFORM = 64;
    private static final int VIRTUAL = 10_000;

    /**
     * From the first waiting platform thread to the last.
     *
     * @param waiting the threads
     */
    @Benchmark
    @OperationsPerInvocation(PLATFORM)
    public void platform(PlatformThreads waiting) throws InterruptedException {
        waiting.pass();
    }

    /**
     * From the first waiting virtual thread to the last.
     *
     * @param waiting the threads
     */
    @Benchmark
    @OperationsPerInvocation(VIRTUAL)
    public void virtual(VirtualThreads waiting) throws InterruptedException {
        waiting.pass();
    }

    /** Threads that wait for a permit at the start of each measured pass. What it takes to get there is not measured. */
    @State(Scope.Benchmark)
    public abstract static class Waiting {
        /** With what. */
        @Param
        public Library subject = Library.SEMAPHORE;

        private final int size;
        private final ThreadFactory factory;

        @SuppressWarnings("NullAway.Init")
        private Crowd crowd;

        Waiting(int size, ThreadFactory factory) {
            this.size = size;
            this.factory = factory;
        }

        /** Starts the threads. */
        @Setup(Level.Trial)
        public void open() {
            crowd = new Crowd(subject.contender(new Setting(1, true, Listening.NONE)), size, factory);
        }

        /** Lets them all wait. */
        @Setup(Level.Invocation)
        public void gather() throws InterruptedException {
            crowd.gather();
            CpuProfiler.begin();
        }

        /** Counts the CPU time, while the threads live. */
        @TearDown(Level.Invocation)
        public void count() {
            CpuProfiler.end();
        }

        /** Ends the threads. */
        @TearDown(Level.Trial)
        public void close() throws InterruptedException {
            crowd.end();
        }

        void pass() throws InterruptedException {
            crowd.pass();
        }
    }

    /** Platform threads. */
    public static class PlatformThreads extends Waiting {
        /** All of them. */
        public PlatformThreads() {
            super(PLATFORM, Thread.ofPlatform().daemon().factory());
        }
    }

    /** Virtual threads. */
    public static class VirtualThreads extends Waiting {
        /** All of them. */
        public VirtualThreads() {
            super(VIRTUAL, Thread.ofVirtual().factory());
        }
    }
}
