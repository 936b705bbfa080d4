// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

/**
 * What is wrong with a use of {@link Guarded}.
 *
 * @param severity what it means for the start of the application
 * @param what the place, and what happens there
 * @param remedy what to do about it
 */
record Finding(Severity severity, String what, String remedy) {
    enum Severity {
        /** No call can be made like this: the application does not start. */
        REFUSED,
        /** The annotation certainly does nothing: the application starts if the user says so. */
        INEFFECTIVE,
        /** The annotation may do less than it seems to. */
        DOUBTFUL
    }

    @Override
    public String toString() {
        return what + ". " + remedy + ".";
    }
}
