// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

/** What must hold whatever happens. */
enum Invariant {
    /** Every permit comes back, every call ends, with an outcome that is its own. */
    LOST("lost"),
    /** No more operations are active at once than the limit says. */
    ABOVE_LIMIT("above the limit"),
    /** A call that was rejected, or given up while it waited or was queued, never starts. */
    STARTED_AFTER_GIVEN_UP("started after it was given up");

    private final String text;

    Invariant(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
