// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.ContextPropagator;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.spring.BulkheadProperties.Kind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a bulkhead of its properties. */
final class BulkheadFactory {
    private static final List<String> OF_PERMITS = List.of("max-wait", "max-waiting", "fair");
    private static final List<String> OF_THREADS = List.of("queue-capacity", "timeout");

    private BulkheadFactory() {}

    /** Returns null where the properties do not make one; it is reported then. */
    static @Nullable Policy create(Bound<BulkheadProperties> bound, ContextPropagator propagator) {
        BulkheadProperties options = bound.options();
        Kind kind = bound.required("kind", options.kind(), "to semaphore, thread-pool or virtual");
        Integer limit = bound.required(
                "max-concurrent-calls", options.maxConcurrentCalls(), "to how many calls may be active at once");
        if (kind == null || limit == null) {
            return null;
        }
        return kind == Kind.SEMAPHORE
                ? semaphore(bound, limit, propagator)
                : threads(bound, limit, kind == Kind.VIRTUAL, propagator);
    }

    private static Policy semaphore(Bound<BulkheadProperties> bound, int limit, ContextPropagator propagator) {
        BulkheadProperties options = bound.options();
        refuse(bound, OF_THREADS, "a bulkhead of kind semaphore has no threads of its own", "thread-pool or virtual");
        Duration maxWait = options.maxWait();
        if (maxWait == null || maxWait.isZero()) {
            refuseWithoutWait(bound, "max-waiting");
            if (Boolean.TRUE.equals(options.fair())) {
                refuseWithoutWait(bound, "fair");
            }
        }
        return new OptionSetter<>(bound, Bulkhead.fromConfiguration(bound.name(), 1))
                .set("max-concurrent-calls", limit, Bulkhead::withMaxConcurrentCalls)
                .set("max-wait", maxWait, Bulkhead::withMaxWait)
                .set("max-waiting", options.maxWaiting(), Bulkhead::withMaxWaiting)
                .set("fair", options.fair(), Bulkhead::withFair)
                .set("stack-traces", options.stackTraces(), Bulkhead::withStackTraces)
                .get()
                .withContextPropagator(propagator);
    }

    private static Policy threads(
            Bound<BulkheadProperties> bound, int limit, boolean virtual, ContextPropagator propagator) {
        BulkheadProperties options = bound.options();
        refuse(bound, OF_PERMITS, "the calls of a bulkhead with threads are queued, they do not wait", "semaphore");
        return new OptionSetter<>(bound, ThreadPoolBulkhead.fromConfiguration(bound.name(), 1))
                .set("max-concurrent-calls", limit, ThreadPoolBulkhead::withMaxConcurrentCalls)
                .set("queue-capacity", options.queueCapacity(), ThreadPoolBulkhead::withQueueCapacity)
                .set("timeout", options.timeout(), ThreadPoolBulkhead::withTimeout)
                .set("stack-traces", options.stackTraces(), ThreadPoolBulkhead::withStackTraces)
                .get()
                .withVirtualThreads(virtual)
                .withContextPropagator(propagator);
    }

    // A default for the other kinds may be there: it is not meant for this one.
    private static void refuse(Bound<?> bound, List<String> options, String reason, String kinds) {
        for (String option : options) {
            if (bound.sets(option)) {
                bound.refuse(option, reason, "Remove " + bound.nameOf(option) + ", or set kind to " + kinds);
            }
        }
    }

    private static void refuseWithoutWait(Bound<?> bound, String option) {
        if (bound.sets(option)) {
            bound.refuse(
                    option,
                    "it has no effect without max-wait, for no call ever waits",
                    "Set max-wait beside " + bound.nameOf(option) + ", or remove it");
        }
    }
}
