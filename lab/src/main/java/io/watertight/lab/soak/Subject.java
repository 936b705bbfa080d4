// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import io.watertight.Policy;
import io.watertight.bulkhead.Bulkhead;
import io.watertight.bulkhead.ThreadPoolBulkhead;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * One policy under soak, and the counts that its operations keep themselves, whatever the policy says of itself.
 *
 * <p>An operation counts as started before its first step and as ended before anybody can learn of its end, so while it
 * counts it holds its permit: started less ended is never more than the permits taken.
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
    private final List<Supplier<String>> rests;
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    private Subject(
            String kind,
            String configuration,
            Policy policy,
            int limit,
            Set<GiveUp> exact,
            List<Supplier<String>> rests) {
        this.kind = kind;
        this.configuration = configuration;
        this.policy = policy;
        this.limit = limit;
        this.exact = exact;
        this.rests = rests;
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
        return new Subject(
                kind,
                configuration,
                policy,
                limit,
                exact,
                List.of(holders).stream().map(Subject::rest).toList());
    }

    private static Supplier<String> rest(Policy holder) {
        return () -> switch (holder) {
            case Bulkhead b -> b.activeCalls() + b.waitingCalls() == 0 ? "" : b.toString();
            case ThreadPoolBulkhead b -> b.activeCalls() + b.queuedCalls() == 0 ? "" : b.toString();
            default -> "";
        };
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
    long start() {
        long before = ended.get();
        return started.incrementAndGet() - Math.max(before, ended.get());
    }

    void end() {
        ended.incrementAndGet();
    }

    /** What is still taken: empty when all is idle. */
    String rest() {
        long active = started.get() - ended.get();
        String policies = rests.stream().map(Supplier::get).filter(s -> !s.isEmpty()).collect(Collectors.joining(", "));
        return active == 0 ? policies : active + " operations have not ended " + policies;
    }

    /** A moment at which operations held every permit there is. */
    record Full(long ended) {}

    /** Whether a call made from now on must wait, unless a permit is given back. */
    @org.jspecify.annotations.Nullable
    Full full() {
        long startedBefore = started.get();
        long endedThen = ended.get();
        return limit != UNLIMITED && startedBefore - endedThen >= limit ? new Full(endedThen) : null;
    }

    /** Whether no permit has been given back since, so that whoever was made to wait then still does. */
    boolean isStill(Full full) {
        return ended.get() == full.ended();
    }

    @Override
    public String toString() {
        return configuration;
    }
}
