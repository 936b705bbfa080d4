// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.bulkhead.ThreadPoolBulkhead;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The measured JVM of {@link ThreadMemory}: blocks calls in a thread-pool bulkhead and prints, as properties, by how many
 * bytes its memory has grown. The JVM must run with {@code -XX:NativeMemoryTracking=summary}.
 */
final class BlockedCalls {
    private static final Pattern STACKS = Pattern.compile("\\(stack: reserved=(\\d+), committed=(\\d+)");

    /** Keeps the collector away from what is being measured. */
    private final List<CompletableFuture<?>> futures = new ArrayList<>();

    private final CountDownLatch end = new CountDownLatch(1);
    private final boolean virtual;

    private BlockedCalls(boolean virtual) {
        this.virtual = virtual;
    }

    /** Arguments: whether the threads are virtual, and how many calls. */
    public static void main(String[] args) throws JMException, InterruptedException {
        var blocked = new BlockedCalls(Boolean.parseBoolean(args[0]));
        blocked.block(1); // loads what every call needs, and starts a carrier
        Memory before = Memory.now();
        blocked.block(Integer.parseInt(args[1]));
        Memory after = Memory.now();
        System.out.println("calls=" + (blocked.futures.size() - 1));
        System.out.println("reserved=" + (after.reserved - before.reserved));
        System.out.println("committed=" + (after.committed - before.committed));
        System.out.println("heap=" + (after.heap - before.heap));
        blocked.end.countDown();
    }

    /** Returns once so many calls are inside their operations. */
    private void block(int calls) throws InterruptedException {
        var bulkhead = ThreadPoolBulkhead.of("blocked", calls).withVirtualThreads(virtual);
        var started = new CountDownLatch(calls);
        for (int i = 0; i < calls; i++) {
            futures.add(bulkhead.submit(() -> {
                started.countDown();
                end.await();
                return started;
            }));
        }
        started.await();
    }

    /** Bytes reserved and committed for the stacks of threads, and in use on the heap after a collection. */
    private record Memory(long reserved, long committed, long heap) {
        static Memory now() throws JMException {
            command("gcRun", new Object[0]);
            String summary = command(
                    "vmNativeMemory", new Object[] {new String[] {"summary", "scale=B"}}, String[].class.getName());
            Matcher stacks = STACKS.matcher(summary);
            if (!stacks.find()) {
                throw new IllegalStateException("The JVM does not tell its stacks: run it with"
                        + " -XX:NativeMemoryTracking=summary. It says: " + summary.strip());
            }
            return new Memory(
                    Long.parseLong(stacks.group(1)),
                    Long.parseLong(stacks.group(2)),
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }

        /** What {@code jcmd} does, without a process of its own. */
        private static String command(String name, Object[] arguments, String... signature) throws JMException {
            return String.valueOf(ManagementFactory.getPlatformMBeanServer()
                    .invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), name, arguments, signature));
        }
    }
}
