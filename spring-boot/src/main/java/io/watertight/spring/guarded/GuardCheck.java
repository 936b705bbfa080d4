// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.spring.guarded.GuardedProperties.Ineffective;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Looks through all beans before the application serves its first request, and refuses to start with a {@link Guarded}
 * that does nothing or cannot be called. It reports everything it finds at once.
 */
final class GuardCheck implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger(Guarded.class);

    private final ConfigurableListableBeanFactory beans;
    private final BeanCheck check;
    private final Ineffective ineffective;

    GuardCheck(ConfigurableListableBeanFactory beans, BeanCheck check, Ineffective ineffective) {
        this.beans = beans;
        this.check = check;
        this.ineffective = ineffective;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<Finding> found = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(Object.class)) {
            found.addAll(check.check(name));
        }
        List<Finding> errors = found.stream().distinct().filter(this::isError).toList();
        if (ineffective != Ineffective.OFF) {
            found.stream().distinct().filter(finding -> !isError(finding)).forEach(finding -> LOG.warn("{}", finding));
        }
        if (!errors.isEmpty()) {
            throw new GuardRefusedException(errors);
        }
    }

    private boolean isError(Finding finding) {
        return switch (finding.severity()) {
            case REFUSED -> true;
            case INEFFECTIVE -> ineffective == Ineffective.ERROR;
            case DOUBTFUL -> false;
        };
    }
}
