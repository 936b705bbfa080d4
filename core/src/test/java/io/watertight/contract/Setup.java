// SPDX-License-Identifier: Apache-2.0
package io.watertight.contract;

import io.watertight.bulkhead.BulkheadEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the contract asks a kind of bulkhead to be configured with. */
public record Setup(
        int limit,
        Duration maxWait,
        int maxWaiting,
        boolean fair,
        Clock clock,
        List<Consumer<? super BulkheadEvent>> listeners) {

    public static final Duration LONG = Duration.ofMinutes(1);

    public static Setup failFast(int limit) {
        return new Setup(limit, Duration.ZERO, Integer.MAX_VALUE, false, Clock.systemUTC(), List.of());
    }

    public static Setup waiting(int limit, Duration maxWait) {
        return failFast(limit).maxWait(maxWait);
    }

    public Setup maxWait(Duration value) {
        return new Setup(limit, value, maxWaiting, fair, clock, listeners);
    }

    public Setup maxWaiting(int value) {
        return new Setup(limit, maxWait, value, fair, clock, listeners);
    }

    public Setup fairly() {
        return new Setup(limit, maxWait, maxWaiting, true, clock, listeners);
    }

    public Setup clock(Clock value) {
        return new Setup(limit, maxWait, maxWaiting, fair, value, listeners);
    }

    public Setup listener(Consumer<? super BulkheadEvent> value) {
        List<Consumer<? super BulkheadEvent>> more = Stream.concat(
                        listeners.stream(), Stream.<Consumer<? super BulkheadEvent>>of(value))
                .toList();
        return new Setup(limit, maxWait, maxWaiting, fair, clock, more);
    }
}
