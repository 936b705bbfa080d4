// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one wall: a semaphore bulkhead, a timeout, both, or a thread-pool bulkhead. */
final class WallReader {
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);

    private WallReader() {}

    static Wall read(Section wall) {
        if (wall.has("thread-pool")) {
            if (wall.has("bulkhead")) {
                throw wall.problem(
                        "bulkhead", "cannot stand beside thread-pool, which is a bulkhead too; remove one of the two");
            }
            if (wall.has("timeout")) {
                throw wall.problem(
                        "timeout",
                        "cannot stand beside thread-pool, which has a timeout of its own; move it below thread-pool");
            }
            return threadPool(wall);
        }
        Duration timeout = timeout(wall).orElse(null);
        if (wall.has("bulkhead")) {
            return semaphore(wall, timeout);
        }
        if (timeout == null) {
            throw wall.problem("is no wall; give it bulkhead, timeout, both of them, or thread-pool");
        }
        return new Wall.TimeoutOnly(timeout);
    }

    private static Optional<Duration> timeout(Section section) {
        return section.duration("timeout", SHORTEST_TIMEOUT, ScenarioReader.LONGEST_DEADLINE);
    }

    private static Wall semaphore(Section wall, @Nullable Duration timeout) {
        if (!wall.hasMapping("bulkhead")) {
            int limit = wall.requiredNumber("bulkhead", 1, ScenarioReader.LONGEST_QUEUE);
            return new Wall.Semaphore(limit, Duration.ZERO, Integer.MAX_VALUE, timeout);
        }
        Section section = wall.section("bulkhead", SectionKind.BULKHEAD);
        Duration maxWait = section.duration("max-wait", Duration.ZERO, ScenarioReader.LONGEST_DEADLINE)
                .orElse(Duration.ZERO);
        if (maxWait.isZero() && section.has("max-waiting")) {
            throw section.problem("max-waiting", "has no effect without max-wait; set max-wait above 0 or remove it");
        }
        return new Wall.Semaphore(
                section.requiredNumber("max-concurrent-calls", 1, ScenarioReader.LONGEST_QUEUE),
                maxWait,
                section.number("max-waiting", 0, ScenarioReader.LONGEST_QUEUE).orElse(Integer.MAX_VALUE),
                timeout);
    }

    private static Wall threadPool(Section wall) {
        if (!wall.hasMapping("thread-pool")) {
            return new Wall.ThreadPool(wall.requiredNumber("thread-pool", 1, ScenarioReader.MOST_THREADS), 0, null);
        }
        Section section = wall.section("thread-pool", SectionKind.THREAD_POOL);
        return new Wall.ThreadPool(
                section.requiredNumber("threads", 1, ScenarioReader.MOST_THREADS),
                section.number("queue", 0, ScenarioReader.LONGEST_QUEUE).orElse(0),
                timeout(section).orElse(null));
    }
}
