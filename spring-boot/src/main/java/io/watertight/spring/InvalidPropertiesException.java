// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.List;
import java.util.stream.Collectors;

/** Properties under {@code watertight} that cannot take effect, all of them at once. */
final class InvalidPropertiesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    InvalidPropertiesException(List<Problem> problems) {
        super(problems.stream()
                .map(problem -> problem.property() + ": " + problem.reason() + ". " + problem.remedy())
                .collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    List<Problem> problems() {
        return problems;
    }
}
