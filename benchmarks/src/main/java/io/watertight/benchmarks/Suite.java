// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import static io.watertight.benchmarks.Goal.Quantity.BEYOND_RAW;
import static io.watertight.benchmarks.Goal.Quantity.BYTES;
import static io.watertight.benchmarks.Goal.Quantity.BYTES_BEYOND_PARTS;
import static io.watertight.benchmarks.Goal.Quantity.TO_RAW;
import static io.watertight.benchmarks.Goal.Quantity.TO_UNHEARD;
import static io.watertight.benchmarks.Goal.Quantity.WALL;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All that is measured, with the goals. */
final class Suite {
    private static final Variant WATERTIGHT = new Variant(Library.WATERTIGHT);
    private static final Variant WATERTIGHT_FAIR = new Variant(Library.WATERTIGHT_FAIR);
    private static final Variant HEARS_REJECTED = new Variant(Library.WATERTIGHT, Listening.REJECTED);
    private static final double TO_RAW_LIMIT = 1.10;

    static final List<Scenario> SCENARIOS = List.of(
            permitted("permitted", "Permitted, one thread", "uncontended"),
            permitted("contended", "Permitted, one thread for each processor", "contended"),
            listeners(),
            rejected(1),
            rejected(60),
            descent(),
            handover("handover-platform", "Handover, 64 platform threads waiting", "platform", 1),
            handover("handover-virtual", "Handover, 10,000 virtual threads waiting", "virtual", 3),
            poolRoundTrip(),
            poolBurst(),
            meters(),
            pipeline());

    private Suite() {}

    private static Scenario permitted(String id, String title, String method) {
        return new Scenario(
                id,
                title,
                PermittedBenchmark.class.getName() + "." + method,
                Map.of(),
                1,
                allBut(Library.SEMAPHORE_THROWING),
                List.of(
                        new Goal(WATERTIGHT, TO_RAW, TO_RAW_LIMIT),
                        new Goal(WATERTIGHT, BYTES, 0),
                        new Goal(WATERTIGHT_FAIR, TO_RAW, TO_RAW_LIMIT),
                        new Goal(WATERTIGHT_FAIR, BYTES, 0)));
    }

    private static Scenario listeners() {
        var variants = new ArrayList<Variant>();
        variants.add(new Variant(Library.SEMAPHORE));
        variants.add(WATERTIGHT);
        variants.add(HEARS_REJECTED);
        variants.add(new Variant(Library.WATERTIGHT, Listening.PERMITTED));
        variants.add(new Variant(Library.WATERTIGHT, Listening.ALL));
        for (Listening listening : Listening.values()) {
            variants.add(new Variant(Library.RESILIENCE4J_LEAN, listening));
        }
        return new Scenario(
                "listeners",
                "Permitted, with listeners, one thread",
                PermittedBenchmark.class.getName() + ".uncontended",
                Map.of(),
                1,
                List.copyOf(variants),
                // Free of cost, up to what two runs of the same code differ by.
                List.of(new Goal(HEARS_REJECTED, TO_UNHEARD, 1.05), new Goal(HEARS_REJECTED, BYTES, 0)));
    }

    // Fairness means nothing to a call that does not wait.
    private static Scenario rejected(int depth) {
        return new Scenario(
                "rejected-" + depth,
                "Rejected by an exception, " + depth + (depth == 1 ? " frame deep" : " frames deep"),
                RejectedBenchmark.class.getName() + ".rejected",
                Map.of("depth", String.valueOf(depth)),
                1,
                allBut(Library.WATERTIGHT_FAIR),
                List.of(new Goal(WATERTIGHT, WALL, 15), new Goal(WATERTIGHT, BYTES, 64)));
    }

    private static Scenario descent() {
        return new Scenario(
                "descent",
                "The way 60 frames down, a part of each rejection there",
                RejectedBenchmark.class.getName() + ".descent",
                Map.of("depth", "60"),
                1,
                List.of(new Variant(Library.SEMAPHORE)),
                List.of());
    }

    private static Scenario handover(String id, String title, String method, int haste) {
        return new Scenario(
                id,
                title,
                HandoverBenchmark.class.getName() + "." + method,
                Map.of(),
                haste,
                allBut(Library.SEMAPHORE_THROWING, Library.RESILIENCE4J_LEAN),
                List.of(new Goal(WATERTIGHT, TO_RAW, TO_RAW_LIMIT), new Goal(WATERTIGHT_FAIR, TO_RAW, TO_RAW_LIMIT)));
    }

    private static Scenario poolRoundTrip() {
        return new Scenario(
                "pool",
                "Thread pool, one caller waits for each result",
                PoolBenchmark.class.getName() + ".roundTrip",
                Map.of(),
                1,
                all(Pool.values()),
                List.of(
                        new Goal(new Variant(Pool.WATERTIGHT), TO_RAW, TO_RAW_LIMIT),
                        new Goal(new Variant(Pool.WATERTIGHT), BYTES, 250)));
    }

    private static Scenario poolBurst() {
        return new Scenario(
                "pool-burst",
                "Thread pool, one caller submits 64 calls at once",
                PoolBenchmark.class.getName() + ".burst",
                Map.of(),
                1,
                all(Pool.values()),
                List.of());
    }

    private static Scenario pipeline() {
        var three = new Variant(Layers.BREAKER_BULKHEAD_TIMEOUT);
        var four = new Variant(Layers.FALLBACK_BREAKER_BULKHEAD_TIMEOUT);
        return new Scenario(
                "pipeline",
                "Policies around one call",
                PipelineBenchmark.class.getName() + ".call",
                Map.of(),
                1,
                all(Layers.values()),
                List.of(new Goal(three, WALL, 150), new Goal(four, BYTES_BEYOND_PARTS, 0)));
    }

    private static Scenario meters() {
        var goals = new ArrayList<Goal>();
        for (Metering measured : List.of(Metering.SIMPLE, Metering.PROMETHEUS)) {
            goals.add(new Goal(new Variant(measured), BEYOND_RAW, 60));
        }
        for (Metering idle : List.of(Metering.REGISTERED, Metering.FLIGHT_RECORDING)) {
            // Free of cost, up to what two runs of the same code differ by.
            goals.add(new Goal(new Variant(idle), TO_RAW, 1.05));
            goals.add(new Goal(new Variant(idle), BYTES, 0));
        }
        return new Scenario(
                "meters",
                "Permitted, with meters, one thread",
                MetersBenchmark.class.getName() + ".call",
                Map.of(),
                1,
                all(Metering.values()),
                List.copyOf(goals));
    }

    private static List<Variant> all(Subject... subjects) {
        return Stream.of(subjects).map(Variant::new).toList();
    }

    private static List<Variant> allBut(Library... left) {
        return Stream.of(Library.values())
                .filter(library -> !List.of(left).contains(library))
                .map(Variant::new)
                .toList();
    }
}
