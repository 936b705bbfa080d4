// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time for each operation, summed over the Java threads of the measured JVM (carriers of virtual threads included,
 * the compiler and the garbage collector not).
 *
 * <p>Time that other processes take from a shared machine is in the wall time and not in this. The JVM's own {@code
 * getProcessCpuTime} counts in steps of 10 ms, which is too coarse for a pass of a permit through 64 threads.
 */
public final class CpuProfiler implements InternalProfiler {
    static final String LABEL = "cpu.norm";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Queue<Long> SECTIONS = new ConcurrentLinkedQueue<>();
    private static volatile Map<Long, Long> sectionStart = Map.of();

    private Map<Long, Long> before = Map.of();

    /** Begins a section: from the first one on, what happens outside of sections is not counted. */
    static void begin() {
        sectionStart = cpuByThread();
    }

    /** Ends the section. To be called while the threads of interest still live. */
    static void end() {
        SECTIONS.add(spentSince(sectionStart));
    }

    @Override
    public String getDescription() {
        return "CPU time of the Java threads for each operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        SECTIONS.clear();
        before = cpuByThread();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long spent = SECTIONS.isEmpty()
                ? spentSince(before)
                : SECTIONS.stream().mapToLong(Long::longValue).sum();
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(LABEL, (double) spent / operations, "ns/op", AggregationPolicy.AVG));
    }

    // A thread that ended in between is lost: hence the sections, where a benchmark ends its own threads.
    private static long spentSince(Map<Long, Long> from) {
        long spent = 0;
        for (var now : cpuByThread().entrySet()) {
            spent += now.getValue() - from.getOrDefault(now.getKey(), 0L);
        }
        return spent;
    }

    private static Map<Long, Long> cpuByThread() {
        long[] ids = THREADS.getAllThreadIds();
        long[] times = THREADS.getThreadCpuTime(ids);
        var byThread = new HashMap<Long, Long>();
        for (int i = 0; i < ids.length; i++) {
            byThread.put(ids[i], Math.max(0, times[i])); // -1: ended meanwhile
        }
        return byThread;
    }
}
