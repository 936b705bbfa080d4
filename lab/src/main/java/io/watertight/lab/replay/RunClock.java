// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import java.time.Duration;

/** The time of a variant: zero when its load starts, negative while everything warms up. */
final class RunClock {
    private static final Duration NOT_STARTED = Duration.ofNanos(-1);

    private volatile boolean started;
    private volatile long startNanos;

    void start() {
        startNanos = System.nanoTime();
        started = true;
    }

    long startNanos() {
        return startNanos;
    }

    Duration elapsed() {
        return started ? Duration.ofNanos(System.nanoTime() - startNanos) : NOT_STARTED;
    }
}
