// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.util.List;

/** A kind of mapping in a scenario file and the keys it may have; the reference documentation has a table for each. */
enum SectionKind {
    SCENARIO(
            "title",
            "description",
            "duration",
            "deadline",
            "seed",
            "pool",
            "dependencies",
            "database",
            "endpoints",
            "variants"),
    POOL("threads", "queue", "port"),
    DEPENDENCY("latency", "failures", "changes", "port", "url"),
    LATENCY("law", "value", "mean", "median", "p99"),
    CHANGE("at", "latency", "failures"),
    DATABASE("connections", "max-wait", "setup", "queries"),
    QUERY("sql"),
    ENDPOINT("calls", "rate", "from", "deadline"),
    VARIANT("title", "on-request", "walls", "partitions"),
    WALL("bulkhead", "timeout", "thread-pool"),
    BULKHEAD("max-concurrent-calls", "max-wait", "max-waiting"),
    THREAD_POOL("threads", "queue", "timeout"),
    PARTITION("connections", "max-wait");

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> keys;

    SectionKind(String... keys) {
        this.keys = List.of(keys);
    }

    List<String> keys() {
        return keys;
    }
}
