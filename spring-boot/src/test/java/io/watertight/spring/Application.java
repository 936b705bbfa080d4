// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application that has the starter and some properties. */
final class Application {
    private Application() {}

    static ApplicationContextRunner with(String... properties) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(WatertightAutoConfiguration.class))
                .withPropertyValues(properties);
    }

    /** What keeps an application with these properties from starting. */
    static List<Problem> problems(String... properties) {
        return problems(with(properties));
    }

    static List<Problem> problems(ApplicationContextRunner application) {
        var problems = new Problem[1][];
        application.run(context -> {
            if (context.getStartupFailure() == null) {
                throw new AssertionError("the application started");
            }
            problems[0] = invalid(context.getStartupFailure()).problems().toArray(Problem[]::new);
        });
        return List.of(problems[0]);
    }

    private static InvalidPropertiesException invalid(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidPropertiesException invalid) {
                return invalid;
            }
        }
        throw new AssertionError("the application failed with something else", failure);
    }

    static FailureAnalysis analyse(Throwable failure) {
        FailureAnalysis analysis = new InvalidPropertiesFailureAnalyzer().analyze(failure);
        if (analysis == null) {
            throw new AssertionError("not analysed", failure);
        }
        return analysis;
    }
}
