// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads gauges at a fixed rate from the start of a run to its end. */
final class Sampler implements AutoCloseable {
    /** The time between two samples. */
    static final Duration INTERVAL = Duration.ofMillis(50);

    private final List<Gauge> gauges;
    private final List<List<Integer>> samples = new ArrayList<>();
    private final int wanted;
    private final Runnable afterEach;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("sampler").daemon().factory());

    private @Nullable ScheduledFuture<?> sampling;

    Sampler(List<Gauge> gauges, Duration duration, Runnable afterEach) {
        this.gauges = gauges;
        this.wanted = (int) (duration.toMillis() / INTERVAL.toMillis());
        this.afterEach = afterEach;
        gauges.forEach(gauge -> samples.add(new ArrayList<>(wanted)));
    }

    void start() {
        sampling = thread.scheduleAtFixedRate(this::sample, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized void sample() {
        if (samples.get(0).size() < wanted) {
            for (int i = 0; i < gauges.size(); i++) {
                samples.get(i).add(gauges.get(i).now());
            }
            afterEach.run();
        }
    }

    /** The samples of the gauge at that place in the list given. */
    synchronized List<Integer> samples(int gauge) {
        return List.copyOf(samples.get(gauge));
    }

    /** Returns when no sample is being taken any more. */
    void stop() {
        Quietly.close(thread);
        if (sampling != null && sampling.state() == Future.State.FAILED) {
            throw new IllegalStateException("sampling failed: " + sampling.exceptionNow(), sampling.exceptionNow());
        }
    }

    @Override
    public void close() {
        Quietly.close(thread);
    }
}
