// SPDX-License-Identifier: Apache-2.0

/**
 * Bulkheads: each dependency of a service gets its own compartment of a scarce resource, so that one that hangs
 * can exhaust only its own.
 */
@SuppressWarnings("module") // that the modules it exports to are not there yet
module io.watertight {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;

    exports io.watertight;
    exports io.watertight.bulkhead;
    exports io.watertight.timeout;
    exports io.watertight.circuitbreaker;
    exports io.watertight.fallback;
    exports io.watertight.registry;
    exports io.watertight.spelling to
            io.watertight.jdbc,
            io.watertight.spring;
}
