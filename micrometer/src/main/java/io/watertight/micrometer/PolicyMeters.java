// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.watertight.CallObserver;
import io.watertight.registry.Registered;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * The meters of one policy, and the observer that feeds them. It counts in {@link LongAdder}s, which the meters read at a
 * scrape: an increment on the call, and no lookup.
 */
abstract class PolicyMeters implements CallObserver {
    private final MeterRegistry meters;
    private final Tags tags;
    private final List<Meter> registered = new ArrayList<>();

    PolicyMeters(MeterRegistry meters, Registered entry) {
        this.meters = meters;
        this.tags = Tags.of("name", entry.name(), "kind", entry.kind());
    }

    /** Takes the meters out of their registry. */
    final void remove() {
        registered.forEach(meters::remove);
    }

    final void gauge(MeterName name, Supplier<Number> value) {
        gauge(name, Tags.empty(), value);
    }

    final void gauge(MeterName name, Tags more, Supplier<Number> value) {
        registered.add(Gauge.builder(name.text(), value)
                .description(name.description())
                .tags(tags.and(more))
                .strongReference(true)
                .register(meters));
    }

    final LongAdder counter(MeterName name, String outcome) {
        var count = new LongAdder();
        registered.add(FunctionCounter.builder(name.text(), count, LongAdder::sum)
                .description(name.description())
                .tags(tags.and("outcome", outcome))
                .register(meters));
        return count;
    }

    /** A timer of count and sum only, over numbers that are kept anyway. */
    final void timer(MeterName name, LongAdder count, LongAdder nanos) {
        registered.add(
                FunctionTimer.builder(name.text(), count, LongAdder::sum, unused -> nanos.sum(), TimeUnit.NANOSECONDS)
                        .description(name.description())
                        .tags(tags)
                        .register(meters));
    }

    /** A timer that also keeps a histogram. */
    final Timer histogram(MeterName name) {
        Timer timer = Timer.builder(name.text())
                .description(name.description())
                .tags(tags)
                .publishPercentileHistogram()
                .register(meters);
        registered.add(timer);
        return timer;
    }
}
