// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One policy under soak, and the counts that its operations keep themselves, whatever the policy says of itself.
 *
 * <p>An operation counts from its first step until just before anybody can learn of its end, so while it counts it holds
 * a permit.
 */
public final class Subject {
    /** No limit. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    /** How a call that has not started yet may be given up. */
    public enum GiveUp {
        /** The future is cancelled. */
        CANCEL,
        /** The future is completed by somebody else, as by {@code orTimeout}. */
        COMPLETE,
        /** The policy's own timeout ends the call. */
        TIMEOUT,
        /** The blocked caller is interrupted. */
        INTERRUPT
    }

    private final String kind;
    private final String configuration;
    private final Policy policy;
    private final int limit;
    private final Set<GiveUp> exact;
    private final List<Policy> holders;
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicLong ended = new AtomicLong();

    private Subject(
            String kind, String configuration, Policy policy, int limit, Set<GiveUp> exact, List<Policy> holders) {
        this.kind = kind;
        this.configuration = configuration;
        this.policy = policy;
        this.limit = limit;
        this.exact = exact;
        this.holders = holders;
    }

    /**
     * A policy without a limit.
     *
     * @param kind what to call it in the table
     * @param configuration all about it, for the explanation of a violation
     * @param policy under soak
     * @return a subject
     */
    public static Subject unlimited(String kind, String configuration, Policy policy) {
        return new Subject(kind, configuration, policy, UNLIMITED, EnumSet.noneOf(GiveUp.class), List.of());
    }

    /**
     * A policy with a limit.
     *
     * @param kind what to call it in the table
     * @param configuration all about it, for the explanation of a violation
     * @param policy under soak
     * @param limit how many operations may be active at once
     * @param exact the ways of giving up after which the policy promises that an operation that still waits, or is
     *     queued, is not started
     * @param holders the bulkheads in it, which must be idle in the end
     * @return a subject
     */
    public static Subject limited(
            String kind, String configuration, Policy policy, int limit, Set<GiveUp> exact, Policy... holders) {
        return new Subject(kind, configuration, policy, limit, exact, List.of(holders));
    }

    String kind() {
        return kind;
    }

    Policy policy() {
        return policy;
    }

    int limit() {
        return limit;
    }

    boolean isExact(GiveUp way) {
        return exact.contains(way);
    }

    /** Counts a start and returns how many operations are active now. */
    int start() {
        return active.incrementAndGet();
    }

    /** Counts an end. In this order: see {@link #full}. */
    void end() {
        active.decrementAndGet();
        ended.incrementAndGet();
    }

    int active() {
        return active.get();
    }

    /** Closes the thread pools in it; true if there are any. */
    boolean close(Duration drain) {
        List<ThreadPoolBulkhead> pools = holders.stream()
                .filter(ThreadPoolBulkhead.class::isInstance)
                .map(ThreadPoolBulkhead.class::cast)
                .toList();
        pools.forEach(pool -> pool.close(drain));
        return !pools.isEmpty();
    }

    /** What is still taken: empty when all is idle. */
    String rest() {
        String policies = holders.stream()
                .filter(holder -> !isIdle(holder))
                .map(Policy::toString)
                .collect(Collectors.joining(", "));
        return active.get() == 0 ? policies : active + " operations have not ended " + policies;
    }

    private static boolean isIdle(Policy holder) {
        return switch (holder) {
            case Bulkhead b -> b.activeCalls() == 0 && b.waitingCalls() == 0;
            case ThreadPoolBulkhead b -> b.activeCalls() == 0 && b.queuedCalls() == 0;
            default -> true;
        };
    }

    /** A moment at which operations held every permit there is. */
    record Full(long ended) {}

    /** Such a moment, if this is one: a call made from now on must wait, unless an operation ends. */
    @Nullable
    Full full() {
        long endedBefore = ended.get();
        return active.get() >= limit ? new Full(endedBefore) : null;
    }

    /** Whether no operation has ended since, so that whoever was made to wait then still waits or has been given up. */
    boolean isStill(Full full) {
        return ended.get() == full.ended();
    }

    @Override
    public String toString() {
        return configuration;
    }
}
