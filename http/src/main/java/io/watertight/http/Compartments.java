// SPDX-License-Identifier: Apache-2.0
package io.watertight.http;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The compartments of one client, by destination. */
record Compartments(Map<String, Compartment> byKey, Compartment others) {

    Compartment of(@Nullable String destination) {
        return destination == null ? others : byKey.getOrDefault(destination.toLowerCase(Locale.ROOT), others);
    }
}
