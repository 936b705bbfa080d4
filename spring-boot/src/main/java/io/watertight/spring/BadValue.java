// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.spelling.Spelling;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;

/** Says of a value that cannot be converted what would be a good one. */
final class BadValue {
    private BadValue() {}

    static Problem of(ConfigurationProperty property, Bindable<?> target) {
        Class<?> type = target.getType().toClass();
        String name = Problem.text(property.getName());
        String value = property.getValue().toString();
        if (type.isEnum()) {
            return ofChoice(property, value, choices(type));
        }
        if (type == Duration.class) {
            return Problem.of(
                    property, "it is no duration", "Write " + name + " with a unit, such as 500ms, 2s, 1m or PT2S");
        }
        if (type == Integer.class) {
            return Problem.of(property, "it is no whole number", "Write " + name + " as a whole number, such as 40");
        }
        if (type == Double.class) {
            return Problem.of(property, "it is no number", "Write " + name + " as a number, such as 0.5");
        }
        return type == Boolean.class
                ? Problem.of(property, "it is neither true nor false", "Set " + name + " to true or false")
                : Problem.of(property, "it is no " + type.getSimpleName(), "Correct " + name);
    }

    private static Problem ofChoice(ConfigurationProperty property, String value, List<String> choices) {
        String nearest = Spelling.nearest(value, choices).orElseThrow();
        return Problem.of(
                property,
                "there is no such choice; the nearest is " + nearest,
                "Set " + Problem.text(property.getName()) + " to one of " + String.join(", ", choices));
    }

    private static List<String> choices(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant ->
                        ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}
