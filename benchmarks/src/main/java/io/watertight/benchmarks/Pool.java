// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

/** The thread pools that are compared: {@value #THREADS} threads, and a queue where a burst must not be rejected. */
public enum Pool implements Subject {
    /** The yardstick: what a caller would write without any library. */
    EXECUTOR("plain ThreadPoolExecutor"),
    /** Watertight as it comes. */
    WATERTIGHT("Watertight"),
    /** Watertight with a timeout, which sets an alarm for each call and takes it back. */
    WATERTIGHT_TIMEOUT("Watertight, timeout"),
    /** Watertight with a virtual thread for each call. */
    WATERTIGHT_VIRTUAL("Watertight, virtual threads"),
    /** Resilience4j's bulkhead with a thread pool. */
    RESILIENCE4J("Resilience4j"),
    /** Failsafe's bulkhead over an executor. */
    FAILSAFE("Failsafe"),
    /** Hystrix with thread isolation and all else that can be switched off switched off. */
    HYSTRIX("Hystrix");

    static final int THREADS = 4;
    static final int QUEUE = 128;

    private final String label;

    Pool(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Pool raw() {
        return EXECUTOR;
    }

    /** Makes a contender, and nothing of the other libraries. */
    PoolContender contender() {
        return switch (this) {
            case EXECUTOR -> new ExecutorPool();
            case WATERTIGHT -> WatertightPool.asItComes();
            case WATERTIGHT_TIMEOUT -> WatertightPool.timed();
            case WATERTIGHT_VIRTUAL -> WatertightPool.virtual();
            case RESILIENCE4J -> new Resilience4jPool();
            case FAILSAFE -> new FailsafePool();
            case HYSTRIX -> new HystrixPool();
        };
    }
}
