// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

/** Which events of a bulkhead somebody listens to. */
public enum Listening {
    /** None. */
    NONE("no listener"),
    /** Rejections only: a permitted call must not pay for it. */
    REJECTED("listener for rejected"),
    /** Grants only. */
    PERMITTED("listener for permitted"),
    /** Grants, rejections and ends. */
    ALL("listener for every event");

    private final String label;

    Listening(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
