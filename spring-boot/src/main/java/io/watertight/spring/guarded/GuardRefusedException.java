// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import java.util.List;
import java.util.stream.Collectors;

/** Uses of {@link Guarded} that keep the application from starting. */
final class GuardRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    GuardRefusedException(List<Finding> findings) {
        super(findings.stream().map(Finding::toString).collect(Collectors.joining(System.lineSeparator())));
        this.findings = List.copyOf(findings);
    }

    static GuardRefusedException refused(String what, String remedy) {
        return new GuardRefusedException(List.of(new Finding(Finding.Severity.REFUSED, what, remedy)));
    }

    List<Finding> findings() {
        return findings;
    }
}
