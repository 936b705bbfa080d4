// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** What Boot prints instead of a stack trace: each property, where it came from, why it was refused, and the remedy. */
final class InvalidPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<InvalidPropertiesException> {
    @Override
    protected FailureAnalysis analyze(Throwable failure, InvalidPropertiesException cause) {
        List<Problem> problems = cause.problems();
        String count = problems.size() == 1 ? "A property" : problems.size() + " properties";
        String description = problems.stream()
                .map(Problem::describe)
                .collect(Collectors.joining("\n\n", count + " of Watertight cannot take effect:\n\n", "\n"));
        String action = problems.stream().map(Problem::remedy).distinct().collect(Collectors.joining("\n"));
        return new FailureAnalysis(description, action, cause);
    }
}
