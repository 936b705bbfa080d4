// SPDX-License-Identifier: Apache-2.0

/** How many permits a bulkhead needs, by the formulas of Erlang and those who followed. Depends on nothing. */
module io.watertight.sizing {
    requires static org.jspecify;

    exports io.watertight.sizing;
}
