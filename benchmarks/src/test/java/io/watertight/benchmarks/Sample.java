// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import io.watertight.benchmarks.Goal.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Figures made by hand. */
final class Sample {
    static final Variant RAW = new Variant(Library.SEMAPHORE);
    static final Variant WATERTIGHT = new Variant(Library.WATERTIGHT);
    static final Variant HEARD = new Variant(Library.WATERTIGHT, Listening.REJECTED);
    static final Variant HELIDON = new Variant(Library.HELIDON);

    static final Scenario SCENARIO = new Scenario(
            "permitted",
            "Permitted, one thread",
            "a.Benchmark.method",
            Map.of(),
            1,
            List.of(RAW, WATERTIGHT, HEARD, HELIDON),
            List.of(
                    new Goal(WATERTIGHT, Quantity.TO_RAW, 1.10),
                    new Goal(WATERTIGHT, Quantity.WALL, 15),
                    new Goal(WATERTIGHT, Quantity.BYTES, 0),
                    new Goal(HEARD, Quantity.TO_UNHEARD, 1.05)));

    /** Three rounds; the second on a machine ten times slower. The third party took part in the first only. */
    static final Table TABLE = new Table(
            SCENARIO,
            Map.of(
                    RAW, List.of(new Fork(10, 9, 9, 0), new Fork(100, 99, 10, 0), new Fork(10, 9, 9, 0)),
                    WATERTIGHT,
                            List.of(new Fork(12, 11, 9, 0.002), new Fork(110, 109, 11, 0.001), new Fork(11, 10, 9, 0)),
                    HEARD, List.of(new Fork(24, 23, 9, 0), new Fork(110, 109, 9, 0), new Fork(22, 21, 9, 0)),
                    HELIDON, List.of(new Fork(50, 49, 60, 128))));

    static final Machine MACHINE =
            new Machine("Model X", 2, "Linux", "Vendor 25", "0.10", Map.of("Watertight", "1.2.3"));

    private Sample() {}

    static Report report(Effort effort) {
        return new Report(Instant.parse("2026-01-02T03:04:05Z"), effort, MACHINE, List.of(TABLE));
    }
}
