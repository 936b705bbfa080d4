// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.replay;

/** What came of a request for a page, and the status that tells the client so. */
enum Outcome {
    /** The complete page. */
    SERVED(200),
    /**
     * A page without the dependency's part, because its wall turned the call away or ended it at its timeout: 203 says
     * that the answer is not the whole one.
     */
    DEGRADED(203),
    /** All threads of the pool busy and its queue full. */
    REFUSED(503),
    /** No answer within the client's deadline. */
    EXPIRED(504),
    /** The dependency failed, or the connection did. */
    BROKEN(502);

    private final int status;

    Outcome(int status) {
        this.status = status;
    }

    int status() {
        return status;
    }

    boolean isPage() {
        return this == SERVED || this == DEGRADED;
    }

    static Outcome of(int status) {
        for (Outcome outcome : values()) {
            if (outcome.status == status) {
                return outcome;
            }
        }
        return BROKEN;
    }
}
