// SPDX-License-Identifier: Apache-2.0
package io.watertight.micrometer;

/** The names of the meters; {@code docs/reference/meters.md} lists them, and a test compares the two. */
enum MeterName {
    BULKHEAD_LIMIT("watertight.bulkhead.limit", "How many calls may be active at once"),
    BULKHEAD_ACTIVE("watertight.bulkhead.active", "Calls that hold a permit now"),
    BULKHEAD_WAITING("watertight.bulkhead.waiting", "Calls that wait for a permit now"),
    BULKHEAD_QUEUED("watertight.bulkhead.queued", "Calls in the queue of a thread pool now"),
    BULKHEAD_SATURATION("watertight.bulkhead.saturation", "Active calls as a share of the limit, from 0 to 1"),
    BULKHEAD_CALLS("watertight.bulkhead.calls", "Calls by what became of them: permitted, or why rejected"),
    BULKHEAD_WAIT("watertight.bulkhead.wait", "How long permitted calls waited, most of them not at all"),
    BULKHEAD_HOLD("watertight.bulkhead.hold", "How long calls held their permit"),
    BULKHEAD_TIMEOUTS("watertight.bulkhead.timeouts", "Calls of a thread pool that ran into its timeout"),
    BULKHEAD_STRAGGLERS(
            "watertight.bulkhead.stragglers", "Operations that run on now after their timeout, without their caller"),
    TIMEOUT_CALLS("watertight.timeout.calls", "Calls under a timeout by whether they ended in time"),
    TIMEOUT_STRAGGLERS("watertight.timeout.stragglers", "Abandoned operations that run on now"),
    BREAKER_STATE(
            "watertight.circuitbreaker.state", "1 for the state that the circuit breaker is in, 0 for the others"),
    BREAKER_CALLS("watertight.circuitbreaker.calls", "Calls by what they say of the dependency, or open: rejected");

    private final String text;
    private final String description;

    MeterName(String text, String description) {
        this.text = text;
        this.description = description;
    }

    String text() {
        return text;
    }

    String description() {
        return description;
    }
}
