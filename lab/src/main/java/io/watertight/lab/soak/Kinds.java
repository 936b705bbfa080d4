// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import static io.watertight.lab.soak.Subject.GiveUp.CANCEL;
import static io.watertight.lab.soak.Subject.GiveUp.COMPLETE;
import static io.watertight.lab.soak.Subject.GiveUp.INTERRUPT;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import io.watertight.circuitbreaker.CircuitBreaker;
import io.watertight.lab.soak.Subject.GiveUp;
import io.watertight.timeout.Timeout;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Every kind of policy that is soaked; a new one is one more method here and one more entry in the list.
 *
 * <p>What a kind promises of calls that are given up before they start is said by its set of {@link GiveUp}s. A pipeline
 * promises less than its parts: a call that is just on its way from one policy to the next is met by neither.
 */
public final class Kinds {
    private static final List<Duration> MAX_WAITS =
            List.of(Duration.ZERO, Duration.ofNanos(50_000), Duration.ofMillis(1), Duration.ofHours(1));
    private static final List<Duration> LIMITS =
            List.of(Duration.ofNanos(200_000), Duration.ofMillis(1), Duration.ofMillis(3), Duration.ofHours(1));

    private Kinds() {}

    /**
     * Returns all kinds.
     *
     * @return in the order of the table
     */
    public static List<Kind> all() {
        return List.of(
                Kinds::semaphore,
                Kinds::platformPool,
                Kinds::virtualPool,
                Kinds::interruptingTimeout,
                Kinds::abandoningTimeout,
                Kinds::timeoutInside,
                Kinds::timeoutOutside,
                Kinds::abandonmentOutside,
                Kinds::totalAndShare,
                Kinds::poolOutside,
                Kinds::layers,
                Kinds::fallbackAround);
    }

    private static Subject semaphore(String name, Random random) {
        Bulkhead bulkhead = bulkhead(name, 1 + random.nextInt(3), random);
        return Subject.limited(
                "bulkhead",
                bulkhead.toString(),
                bulkhead,
                bulkhead.maxConcurrentCalls(),
                EnumSet.of(CANCEL, COMPLETE, INTERRUPT),
                bulkhead);
    }

    private static Bulkhead bulkhead(String name, int limit, Random random) {
        Bulkhead bulkhead = Bulkhead.fromConfiguration(name, limit)
                .withMaxWait(any(MAX_WAITS, random))
                .withFair(random.nextBoolean())
                .withMaxWaiting(random.nextBoolean() ? random.nextInt(6) : Integer.MAX_VALUE);
        return random.nextBoolean() ? bulkhead.withListener(Faults.listener(random)) : bulkhead;
    }

    private static Subject platformPool(String name, Random random) {
        return pool("thread pool", pool(name, 1 + random.nextInt(3), false, random));
    }

    private static Subject virtualPool(String name, Random random) {
        return pool("virtual thread pool", pool(name, 1 + random.nextInt(3), true, random));
    }

    private static Subject pool(String kind, ThreadPoolBulkhead pool) {
        return Subject.limited(
                kind, pool.toString(), pool, pool.maxConcurrentCalls(), EnumSet.allOf(GiveUp.class), pool);
    }

    private static ThreadPoolBulkhead pool(String name, int limit, boolean virtual, Random random) {
        ThreadPoolBulkhead pool = ThreadPoolBulkhead.fromConfiguration(name, limit)
                .withVirtualThreads(virtual)
                .withQueueCapacity(random.nextInt(5));
        ThreadPoolBulkhead timed = random.nextBoolean() ? pool.withTimeout(any(LIMITS, random)) : pool;
        return random.nextBoolean() ? timed.withListener(Faults.listener(random)) : timed;
    }

    private static Timeout timeout(String name, boolean abandonment, Random random) {
        Timeout timeout = Timeout.fromConfiguration(name, any(LIMITS, random)).withAbandonment(abandonment);
        return random.nextBoolean() ? timeout.withListener(Faults.listener(random)) : timeout;
    }

    private static Subject interruptingTimeout(String name, Random random) {
        Timeout timeout = timeout(name, false, random);
        return Subject.unlimited("timeout", timeout.toString(), timeout);
    }

    private static Subject abandoningTimeout(String name, Random random) {
        Timeout timeout = timeout(name, true, random);
        return Subject.unlimited("timeout, abandoning", timeout.toString(), timeout);
    }

    private static Subject timeoutInside(String name, Random random) {
        Bulkhead bulkhead = bulkhead(name, 1 + random.nextInt(3), random);
        return pipeline(
                "bulkhead(timeout)",
                bulkhead.maxConcurrentCalls(),
                EnumSet.of(CANCEL, COMPLETE, INTERRUPT),
                bulkhead,
                timeout(name, false, random));
    }

    private static Subject timeoutOutside(String name, Random random) {
        Bulkhead bulkhead = bulkhead(name, 1 + random.nextInt(3), random);
        return pipeline(
                "timeout(bulkhead)",
                bulkhead.maxConcurrentCalls(),
                EnumSet.allOf(GiveUp.class),
                timeout(name, false, random),
                bulkhead);
    }

    private static Subject abandonmentOutside(String name, Random random) {
        Bulkhead bulkhead = bulkhead(name, 1 + random.nextInt(3), random);
        return pipeline(
                "abandoning(bulkhead)",
                bulkhead.maxConcurrentCalls(),
                EnumSet.of(CANCEL, COMPLETE),
                timeout(name, true, random),
                bulkhead);
    }

    private static Subject totalAndShare(String name, Random random) {
        int share = 1 + random.nextInt(3);
        int total = 1 + random.nextInt(3);
        return pipeline(
                "bulkhead(bulkhead)",
                Math.min(share, total),
                EnumSet.of(INTERRUPT),
                bulkhead(name + "-share", share, random),
                bulkhead(name + "-total", total, random));
    }

    private static Subject poolOutside(String name, Random random) {
        int threads = 1 + random.nextInt(3);
        int limit = 1 + random.nextInt(3);
        return pipeline(
                "thread pool(bulkhead)",
                Math.min(threads, limit),
                EnumSet.noneOf(GiveUp.class),
                pool(name + "-pool", threads, random.nextBoolean(), random),
                bulkhead(name, limit, random));
    }

    private static Subject layers(String name, Random random) {
        Bulkhead bulkhead = bulkhead(name, 1 + random.nextInt(3), random);
        return pipeline(
                "breaker(bulkhead(timeout))",
                bulkhead.maxConcurrentCalls(),
                EnumSet.of(CANCEL, COMPLETE, INTERRUPT),
                breaker(name, random),
                bulkhead,
                timeout(name, false, random));
    }

    private static CircuitBreaker breaker(String name, Random random) {
        CircuitBreaker breaker = CircuitBreaker.fromConfiguration(name)
                .withFailureRateThreshold(0.1 + 0.9 * random.nextDouble())
                .withOpenDuration(any(LIMITS.subList(0, 3), random))
                .withTrialCalls(1 + random.nextInt(3));
        return random.nextBoolean() ? breaker.withListener(Faults.listener(random)) : breaker;
    }

    private static Subject fallbackAround(String name, Random random) {
        Bulkhead bulkhead = bulkhead(name, 1 + random.nextInt(3), random);
        return Subject.limited(
                "fallback(bulkhead)",
                "fallback around " + bulkhead,
                new FallbackAround(bulkhead),
                bulkhead.maxConcurrentCalls(),
                EnumSet.of(CANCEL, COMPLETE, INTERRUPT),
                bulkhead);
    }

    private static Subject pipeline(String kind, int limit, Set<GiveUp> exact, Policy outer, Policy... inner) {
        Pipeline pipeline = Pipeline.of(outer, inner);
        Policy[] all = Stream.concat(Stream.of(outer), Stream.of(inner)).toArray(Policy[]::new);
        return Subject.limited(kind, kind + " of " + Arrays.toString(all), pipeline, limit, exact, all);
    }

    private static <T> T any(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
