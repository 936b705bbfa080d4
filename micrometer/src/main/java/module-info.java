// SPDX-License-Identifier: Apache-2.0

/** Meters, flight recordings, and the caller's context across every change of thread. */
module io.watertight.micrometer {
    requires transitive context.propagation;
    requires transitive io.watertight;
    requires jdk.jfr;
    requires transitive micrometer.core;
    requires static org.jspecify;

    exports io.watertight.micrometer;
}
