// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that one start tells of all of it. */
final class Problems {
    private final List<Problem> problems = new ArrayList<>();

    void add(Problem problem) {
        // The same value may be looked at more than once.
        if (problems.stream().noneMatch(problem::isSameAs)) {
            problems.add(problem);
        }
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new InvalidPropertiesException(problems);
        }
    }
}
