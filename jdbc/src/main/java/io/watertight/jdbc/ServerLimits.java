// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How many connections a server allows, as it said itself or as somebody stated.
 *
 * @param server product and version
 * @param limits each of which holds; none for a server without a limit
 * @param explanation the settings that these come from
 */
record ServerLimits(String server, List<Limit> limits, String explanation) {

    /**
     * One limit.
     *
     * @param usable what it leaves for all instances together
     * @param setting the setting behind it, with its value
     */
    record Limit(int usable, String setting) {}

    static ServerLimits stated(int usable) {
        return new ServerLimits("Stated", List.of(new Limit(usable, "the stated limit " + usable)), "by configuration");
    }

    Optional<Limit> tightest() {
        return limits.stream().min(Comparator.comparingInt(Limit::usable));
    }
}
