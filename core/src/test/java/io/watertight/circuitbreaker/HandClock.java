// SPDX-License-Identifier: Apache-2.0
package io.watertight.circuitbreaker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;

/** A clock that stands still until the test moves it, counts how often it is read, and can break down. */
public final class HandClock extends Clock {
    final AtomicInteger reads = new AtomicInteger();
    private volatile Instant now = Instant.EPOCH;
    private volatile boolean broken;

    public void advance(Duration step) {
        now = now.plus(step);
    }

    void breakDown() {
        broken = true;
    }

    @Override
    public Instant instant() {
        reads.incrementAndGet();
        if (broken) {
            throw new UnsupportedOperationException("broken");
        }
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("a hand-driven clock has one zone");
    }
}
