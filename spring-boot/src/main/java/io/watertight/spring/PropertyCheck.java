// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.spelling.Spelling;
import io.watertight.spring.PropertyTree.Anything;
import io.watertight.spring.PropertyTree.Named;
import io.watertight.spring.PropertyTree.Section;
import io.watertight.spring.PropertyTree.Value;
import io.watertight.spring.PropertyTree.Values;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses every key under {@code watertight} that nothing reads.
 *
 * <p>Boot's own {@code ignoreUnknownFields = false} leaves out environment variables and system properties. Here they are
 * looked at as well, with one exception: an environment variable whose first word after {@code WATERTIGHT_} is not, and is
 * not nearly, a section, since platforms make such variables by themselves ({@code WATERTIGHT_SERVICE_HOST} of a
 * Kubernetes service called watertight).
 */
final class PropertyCheck {
    private static final String ROOT = "watertight";

    private final Section root;
    private final Problems problems;
    private final Set<ConfigurationPropertyName> reported = new HashSet<>();

    PropertyCheck(Class<?> properties, Problems problems) {
        this.root = (Section) PropertyTree.of(properties);
        this.problems = problems;
    }

    void check(Iterable<ConfigurationPropertySource> sources) {
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource names) {
                names.forEach(name -> check(name, source));
            }
        }
    }

    private void check(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        if (name.getNumberOfElements() < 2) {
            return;
        }
        ConfigurationProperty property = source.getConfigurationProperty(name);
        if (property == null) {
            return; // gone meanwhile
        }
        String first = name.getElement(0, Form.UNIFORM);
        if (first.equals(ROOT)) {
            if (!isEnvironment(source) || concernsUs(name)) {
                check(name, 1, root, property, isEnvironment(source));
            }
        } else if (Spelling.isNear(first, ROOT) && root.below(element(name, 1)) != null) {
            unknown(name, 0, Set.of(ROOT), property, isEnvironment(source));
        }
    }

    private boolean concernsUs(ConfigurationPropertyName name) {
        String section = element(name, 1);
        return Stream.concat(Stream.of(section), joined(name, 1))
                .anyMatch(word -> root.below(word) != null
                        || root.keys().keySet().stream().anyMatch(key -> Spelling.isNear(word, key)));
    }

    /** What an environment variable may have meant by its words: CIRCUIT, CIRCUITBREAKERS, CIRCUITBREAKERSINVENTORY, … */
    private static Stream<String> joined(ConfigurationPropertyName name, int from) {
        var words = new StringBuilder();
        return Stream.iterate(from, i -> i < name.getNumberOfElements(), i -> i + 1)
                .map(i -> words.append(element(name, i)).toString());
    }

    private void check(
            ConfigurationPropertyName name,
            int index,
            PropertyTree tree,
            ConfigurationProperty property,
            boolean environment) {
        boolean end = index == name.getNumberOfElements();
        switch (tree) {
            case Section section when !end -> checkKey(name, index, section, property, environment);
            case Named named
            when !end && name.isNumericIndex(index) ->
                report(
                        name,
                        index,
                        property,
                        "a list stands where names are expected",
                        "Write names instead of the numbers in " + Problem.text(name));
            case Named named when !end -> check(name, index + 1, named.each(), property, environment);
            case Section section ->
                checkIsEmpty(name, property, String.join(", ", section.keys().keySet()));
            case Named named -> checkIsEmpty(name, property, "names");
            case Value value
            when !end ->
                report(name, index, property, "a value stands where it has keys", "Remove " + Problem.text(name));
            case Values values
            when !end && !name.isNumericIndex(index) ->
                report(name, index, property, "a list stands where it has keys", "Remove " + Problem.text(name));
            case Value value -> checkIsNotEmpty(name, property);
            case Values values -> checkIsNotEmpty(name, property);
            case Anything anything -> {}
        }
    }

    private void checkKey(
            ConfigurationPropertyName name,
            int index,
            Section section,
            ConfigurationProperty property,
            boolean environment) {
        PropertyTree below = section.below(element(name, index));
        if (below != null) {
            check(name, index + 1, below, property, environment);
        } else if (!environment || !isOption(section, name, index)) {
            unknown(name, index, section.keys().keySet(), property, environment);
        }
    }

    // Boot reads MAX_CONCURRENT_CALLS as well as MAXCONCURRENTCALLS, but knows where a name ends only in the latter
    // spelling.
    private static boolean isOption(Section section, ConfigurationPropertyName name, int index) {
        String words = joined(name, index).reduce((shorter, longer) -> longer).orElse("");
        return section.below(words) instanceof Value;
    }

    private void checkIsEmpty(ConfigurationPropertyName name, ConfigurationProperty property, String expected) {
        if (!isEmpty(property)) {
            report(
                    name,
                    name.getNumberOfElements() - 1,
                    property,
                    "it has no value itself",
                    "Set what stands below " + Problem.text(name) + ": " + expected);
        }
    }

    private void checkIsNotEmpty(ConfigurationPropertyName name, ConfigurationProperty property) {
        if (isEmpty(property)) {
            report(
                    name,
                    name.getNumberOfElements() - 1,
                    property,
                    "it has no value",
                    "Give " + Problem.text(name) + " a value, or remove it");
        }
    }

    private static boolean isEmpty(ConfigurationProperty property) {
        return property.getValue().toString().isEmpty();
    }

    private void unknown(
            ConfigurationPropertyName name,
            int index,
            Set<String> known,
            ConfigurationProperty property,
            boolean environment) {
        int words = environment ? wordsOfKey(name, index, known) : 1;
        String word = joined(name, index).skip(words - 1L).findFirst().orElseThrow();
        int next = index + words;
        String meant = (index == 0 ? "" : Problem.text(name.chop(index)) + ".")
                + Spelling.nearest(word, known).orElseThrow()
                + (next == name.getNumberOfElements() ? "" : "." + Problem.text(name.subName(next)));
        String correct = environment ? variable(meant) : meant;
        String keys = known.size() == 1 ? "" : ". There are: " + String.join(", ", known);
        report(
                name,
                index,
                property,
                "there is no such property; the nearest is " + meant,
                "Write " + correct + " instead of " + (environment ? variable(name.toString()) : Problem.text(name))
                        + keys);
    }

    /** How many words of a variable are one key that was written with its dashes: 2 for CIRCUIT_BREAKERS. */
    private static int wordsOfKey(ConfigurationPropertyName name, int index, Set<String> known) {
        Set<String> letters = known.stream().map(key -> key.replace("-", "")).collect(Collectors.toSet());
        List<String> all = joined(name, index).toList();
        return Stream.iterate(0, i -> i < all.size(), i -> i + 1)
                        .filter(i -> letters.contains(all.get(i)))
                        .findFirst()
                        .orElse(0)
                + 1;
    }

    private static String variable(String property) {
        return property.replace("-", "").replaceAll("[^A-Za-z0-9]+", "_").toUpperCase(Locale.ROOT);
    }

    /** Once for all keys that are wrong at the same place. */
    private void report(
            ConfigurationPropertyName name, int index, ConfigurationProperty property, String reason, String remedy) {
        if (reported.add(name.chop(index + 1))) {
            problems.add(Problem.of(property, reason, remedy));
        }
    }

    private static String element(ConfigurationPropertyName name, int index) {
        return name.getElement(index, Form.ORIGINAL).toLowerCase(Locale.ROOT);
    }

    private static boolean isEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }
}
