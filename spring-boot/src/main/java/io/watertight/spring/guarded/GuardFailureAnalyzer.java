// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Turns refused uses of {@link Guarded} into the report that a failed start prints instead of a stack trace. */
final class GuardFailureAnalyzer extends AbstractFailureAnalyzer<GuardRefusedException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, GuardRefusedException refused) {
        String property = refused.findings().stream().anyMatch(f -> f.severity() == Finding.Severity.INEFFECTIVE)
                ? "\n\nTo start in spite of annotations that do nothing: " + GuardedProperties.INEFFECTIVE + "=warn"
                : "";
        return new FailureAnalysis(
                list(refused.findings(), Finding::what), list(refused.findings(), Finding::remedy) + property, refused);
    }

    private static String list(List<Finding> findings, Function<Finding, String> part) {
        return findings.stream().map(part).distinct().collect(Collectors.joining("\n\n"));
    }
}
