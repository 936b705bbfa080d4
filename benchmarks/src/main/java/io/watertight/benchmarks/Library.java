// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.benchmarks.Contender.Setting;

/** The libraries that are compared, each in the configurations that matter. */
public enum Library implements Subject {
    /** The yardstick. */
    SEMAPHORE("raw semaphore", false),
    /** The yardstick, first come first served. */
    SEMAPHORE_FAIR("raw semaphore, fair", true),
    /** The least that a rejection by exception can cost: a semaphore and an exception that says nothing. */
    SEMAPHORE_THROWING("raw semaphore, empty exception", false),
    /** Watertight as it comes. */
    WATERTIGHT("Watertight", false),
    /** Watertight, first come first served. */
    WATERTIGHT_FAIR("Watertight, fair", true),
    /** Resilience4j as it comes: a fair semaphore, rejections with a stack trace. */
    RESILIENCE4J("Resilience4j", true),
    /** Resilience4j at its fastest: unfair, no stack traces. */
    RESILIENCE4J_LEAN("Resilience4j, unfair, no stack traces", false),
    /** Failsafe; hands a permit to the call that has waited longest. */
    FAILSAFE("Failsafe", true),
    /** Spring's concurrency throttle, as its {@code SyncTaskExecutor} offers it. */
    SPRING("Spring", false),
    /** Helidon; a queue in order of arrival. */
    HELIDON("Helidon", true),
    /** SmallRye's programmatic guard. */
    SMALLRYE("SmallRye", false);

    private final String label;
    private final boolean fair;

    Library(String label, boolean fair) {
        this.label = label;
        this.fair = fair;
    }

    @Override
    public String label() {
        return label;
    }

    /** Returns the raw semaphore of the same fairness. */
    @Override
    public Library raw() {
        return fair ? SEMAPHORE_FAIR : SEMAPHORE;
    }

    boolean isWatertight() {
        return this == WATERTIGHT || this == WATERTIGHT_FAIR;
    }

    /** Makes a contender, with all permits free. Loads the classes of this library and of no other. */
    Contender contender(Setting setting) {
        if (!isWatertight() && this != RESILIENCE4J_LEAN) {
            setting.requireNoListener(this);
        }
        return switch (this) {
            case SEMAPHORE, SEMAPHORE_FAIR -> new SemaphoreContender(setting, fair);
            case SEMAPHORE_THROWING -> new ThrowingSemaphoreContender(setting);
            case WATERTIGHT, WATERTIGHT_FAIR -> new WatertightContender(setting, fair);
            case RESILIENCE4J -> Resilience4jContender.asItComes(setting);
            case RESILIENCE4J_LEAN -> Resilience4jContender.lean(setting);
            case FAILSAFE -> new FailsafeContender(setting);
            case SPRING -> new SpringContender(setting);
            case HELIDON -> new HelidonContender(setting);
            case SMALLRYE -> new SmallRyeContender(setting);
        };
    }
}
