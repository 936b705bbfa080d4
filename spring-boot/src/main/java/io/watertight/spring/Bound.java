// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The options of one policy with the properties that they came from.
 *
 * @param section for instance {@code watertight.bulkheads.inventory}
 * @param name for instance {@code inventory}
 * @param options the options; null where neither the section nor the defaults set one
 * @param from the properties that were found, those of the defaults included, by option
 * @param problems where to report
 */
record Bound<R>(
        ConfigurationPropertyName section,
        String name,
        R options,
        Map<ConfigurationPropertyName, ConfigurationProperty> from,
        Problems problems) {
    private ConfigurationPropertyName place(String option) {
        return section.append(ConfigurationPropertyName.adapt(option, '.'));
    }

    private Optional<ConfigurationProperty> property(String option) {
        return Optional.ofNullable(from.get(place(option)));
    }

    /** Whether the section itself sets the option. */
    boolean sets(String option) {
        return property(option)
                .filter(found -> section.isParentOf(found.getName()))
                .isPresent();
    }

    /** The name of the property that sets the option, or would. */
    String nameOf(String option) {
        return Problem.text(property(option).map(ConfigurationProperty::getName).orElse(place(option)));
    }

    void refuse(String option, String reason, String remedy) {
        problems.add(property(option)
                .map(found -> Problem.of(found, reason, remedy))
                .orElseGet(() -> Problem.missing(place(option), reason, remedy)));
    }

    /** Reports an option that must be set and is not; one that has a bad value was reported by then. */
    <T> @Nullable T required(String option, @Nullable T value, String remedy) {
        if (value == null && property(option).isEmpty()) {
            refuse(option, "it is required and not set", "Set " + nameOf(option) + " " + remedy);
        }
        return value;
    }
}
