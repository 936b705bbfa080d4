// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

import io.watertight.lab.figures.EndpointFigures;
import io.watertight.lab.figures.EndpointFigures.Totals;
import io.watertight.lab.figures.Latency;
import io.watertight.lab.figures.VariantFigures.GeneratorFigures;
import io.watertight.lab.figures.VariantFigures.HealthyFigures;
import io.watertight.lab.replay.Arrivals.Arrival;
import io.watertight.lab.scenario.Scenario;
import io.watertight.lab.scenario.Scenario.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;

/** Counts what came of every request, by endpoint and by bucket of its intended time, and how long it took. */
final class Recorder {
    /** The width of a bucket. */
    static final Duration BUCKET = Duration.ofMillis(250);

    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Scenario scenario;
    private final long changeNanos;
    private final long longestHealthyDeadline;
    private final List<PerEndpoint> endpoints = new ArrayList<>();
    private final SynchronizedHistogram healthyBefore = newHistogram();
    private final SynchronizedHistogram healthyAfter = newHistogram();
    private final SynchronizedHistogram lateNanos = newHistogram();
    private final PhaseCounts healthyFailed;

    Recorder(Scenario scenario) {
        this.scenario = scenario;
        this.healthyFailed = new PhaseCounts(scenario.phases());
        this.changeNanos = scenario.firstChange().map(Duration::toNanos).orElse(0L);
        this.longestHealthyDeadline = scenario.endpoints().stream()
                .filter(scenario::healthy)
                .mapToLong(endpoint -> endpoint.deadline().toNanos())
                .max()
                .orElse(0);
        int buckets = Math.toIntExact(-Math.floorDiv(-scenario.duration().toNanos(), BUCKET.toNanos()));
        for (Endpoint endpoint : scenario.endpoints()) {
            endpoints.add(new PerEndpoint(endpoint, buckets));
        }
    }

    private static SynchronizedHistogram newHistogram() {
        return new SynchronizedHistogram(LONGEST_NANOS, 3);
    }

    void record(Arrival arrival, Outcome outcome, long latencyNanos, long lateByNanos) {
        PerEndpoint endpoint = endpoints.get(arrival.endpoint());
        endpoint.count(outcome, (int) (arrival.atNanos() / BUCKET.toNanos()));
        endpoint.latencyNanos.recordValue(
                counted(outcome, latencyNanos, endpoint.endpoint.deadline().toNanos()));
        if (scenario.healthy(endpoint.endpoint)) {
            (arrival.atNanos() < changeNanos ? healthyBefore : healthyAfter)
                    .recordValue(counted(outcome, latencyNanos, longestHealthyDeadline));
        }
        lateNanos.recordValue(Math.clamp(lateByNanos, 0, LONGEST_NANOS));
        if (scenario.healthy(endpoint.endpoint)) {
            Duration intended = Duration.ofNanos(arrival.atNanos());
            healthyFailed.add(intended);
            if (outcome != Outcome.SERVED) {
                healthyFailed.addToSome(intended);
            }
        }
    }

    /** Requests to healthy endpoints, and those of them that got no complete page, by the phase of their intended time. */
    PhaseCounts healthyFailed() {
        return healthyFailed;
    }

    /** No page is worse than any page: it counts with a deadline that no page exceeds. */
    private static long counted(Outcome outcome, long latencyNanos, long deadlineNanos) {
        return Math.clamp(outcome.isPage() ? latencyNanos : deadlineNanos, 0, LONGEST_NANOS);
    }

    /** So many so far, for the progress line. */
    int total(Outcome outcome) {
        return endpoints.stream().mapToInt(endpoint -> endpoint.total(outcome)).sum();
    }

    List<EndpointFigures> endpointFigures() {
        return endpoints.stream().map(this::figures).toList();
    }

    private EndpointFigures figures(PerEndpoint counted) {
        return new EndpointFigures(
                counted.endpoint.name(),
                counted.endpoint.calls(),
                scenario.healthy(counted.endpoint),
                counted.buckets(Outcome.SERVED),
                counted.buckets(Outcome.DEGRADED),
                counted.buckets(Outcome.REFUSED, Outcome.EXPIRED, Outcome.BROKEN),
                new Totals(
                        counted.total(Outcome.SERVED),
                        counted.total(Outcome.DEGRADED),
                        counted.total(Outcome.REFUSED),
                        counted.total(Outcome.EXPIRED),
                        counted.total(Outcome.BROKEN)),
                latency(counted.latencyNanos),
                counted.endpoint.deadline().toNanos() / 1e6);
    }

    @Nullable
    HealthyFigures healthyFigures() {
        List<PerEndpoint> healthy =
                endpoints.stream().filter(e -> scenario.healthy(e.endpoint)).toList();
        AbstractHistogram whole = sum(healthyBefore, healthyAfter);
        int requests = (int) whole.getTotalCount();
        if (requests == 0) {
            return null;
        }
        int served = healthy.stream().mapToInt(e -> e.total(Outcome.SERVED)).sum();
        return new HealthyFigures(
                healthy.stream().map(e -> e.endpoint.name()).toList(),
                requests,
                served,
                100.0 * served / requests,
                latency(whole),
                healthyBefore.getTotalCount() == 0 ? null : latency(healthyBefore),
                healthyAfter.getTotalCount() == 0 || changeNanos == 0 ? null : latency(healthyAfter),
                longestHealthyDeadline / 1e6);
    }

    GeneratorFigures generatorFigures() {
        return new GeneratorFigures(
                (int) lateNanos.getTotalCount(),
                lateNanos.getValueAtPercentile(99) / 1e6,
                lateNanos.getMaxValue() / 1e6);
    }

    private static AbstractHistogram sum(AbstractHistogram... parts) {
        AbstractHistogram sum = new Histogram(LONGEST_NANOS, 3);
        for (AbstractHistogram part : parts) {
            sum.add(part);
        }
        return sum;
    }

    private static Latency latency(AbstractHistogram nanos) {
        return new Latency(
                nanos.getTotalCount(),
                nanos.getValueAtPercentile(50) / 1e6,
                nanos.getValueAtPercentile(99) / 1e6,
                nanos.getMaxValue() / 1e6);
    }

    /** The counts of one endpoint. */
    private static final class PerEndpoint {
        private final Endpoint endpoint;
        private final int bucketCount;
        private final Map<Outcome, AtomicIntegerArray> counts = new EnumMap<>(Outcome.class);
        private final Map<Outcome, AtomicInteger> totals = new EnumMap<>(Outcome.class);
        private final SynchronizedHistogram latencyNanos = newHistogram();

        PerEndpoint(Endpoint endpoint, int bucketCount) {
            this.endpoint = endpoint;
            this.bucketCount = bucketCount;
            for (Outcome outcome : Outcome.values()) {
                counts.put(outcome, new AtomicIntegerArray(bucketCount));
                totals.put(outcome, new AtomicInteger());
            }
        }

        @SuppressWarnings("NullAway") // the constructor has put an entry for every outcome
        void count(Outcome outcome, int bucket) {
            counts.get(outcome).incrementAndGet(bucket);
            totals.get(outcome).incrementAndGet();
        }

        @SuppressWarnings("NullAway") // as above
        int total(Outcome outcome) {
            return totals.get(outcome).get();
        }

        @SuppressWarnings("NullAway") // as above
        List<Integer> buckets(Outcome... outcomes) {
            List<Integer> sums = new ArrayList<>(bucketCount);
            for (int i = 0; i < bucketCount; i++) {
                int sum = 0;
                for (Outcome outcome : outcomes) {
                    sum += counts.get(outcome).get(i);
                }
                sums.add(sum);
            }
            return sums;
        }
    }
}
