// SPDX-License-Identifier: Apache-2.0
package io.watertight.jdbc;

import java.util.List;
import java.util.stream.Stream;

/** What should be gone. */
final class Leftovers {
    private Leftovers() {}

    /** Live threads whose names begin with one of these. */
    static List<String> threads(String... prefixes) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> Stream.of(prefixes).anyMatch(name::startsWith))
                .toList();
    }
}
