// SPDX-License-Identifier: Apache-2.0

/** The caller's context across every change of thread, by Micrometer's context propagation. */
module io.watertight.micrometer {
    requires transitive context.propagation;
    requires transitive io.watertight;
    requires static org.jspecify;

    exports io.watertight.micrometer;
}
