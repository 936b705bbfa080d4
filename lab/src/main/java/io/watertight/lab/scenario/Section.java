// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of a scenario file: refuses unknown keys when it is opened and hands out values that were checked.
 *
 * <p>Every fault is a {@link ScenarioException} that names file, line, key, value and remedy.
 */
final class Section {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 _-]{0,39}");

    private final Origin origin;
    private final String path;
    private final SectionKind kind;
    private final Map<String, Object> values;

    private Section(Origin origin, String path, SectionKind kind, Map<String, Object> values) {
        this.origin = origin;
        this.path = path;
        this.kind = kind;
        this.values = values;
        for (String key : values.keySet()) {
            if (!kind.keys().contains(key)) {
                throw problem(key, "unknown key; " + Nearest.hint(key, kind.keys()));
            }
        }
    }

    static Section root(YamlDocument document) {
        return open(document.origin(), "", SectionKind.SCENARIO, document.root());
    }

    private static Section open(Origin origin, String path, SectionKind kind, Object value) {
        return new Section(origin, path, kind, mapping(origin, path, value, String.join(", ", kind.keys())));
    }

    private static Map<String, Object> mapping(Origin origin, String path, Object value, String expected) {
        if (!(value instanceof Map<?, ?> map)) {
            throw origin.problem(path, shown(value) + " is not a mapping; write keys below it: " + expected);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        map.forEach((key, entry) -> values.put((String) key, entry));
        return values;
    }

    Origin origin() {
        return origin;
    }

    String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    ScenarioException problem(String key, String problem) {
        return origin.problem(path(key), problem);
    }

    /** A problem of the section as a whole. */
    ScenarioException problem(String problem) {
        return origin.problem(path, problem);
    }

    boolean has(String key) {
        return value(key) != null;
    }

    boolean hasMapping(String key) {
        return value(key) instanceof Map;
    }

    Optional<String> text(String key) {
        Object value = value(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text) || text.isBlank()) {
            throw problem(key, shown(value) + " is not a text; write it on the same line, after \"" + key + ":\"");
        }
        return Optional.of(text.strip());
    }

    String requiredText(String key, String form) {
        return text(key).orElseThrow(() -> problem(key, "missing; " + form));
    }

    Optional<Integer> number(String key, int min, int max) {
        return text(key).map(text -> checkedNumber(key, text, min, max));
    }

    int requiredNumber(String key, int min, int max) {
        return number(key, min, max).orElseThrow(() -> problem(key, "missing; " + numberForm(min, max)));
    }

    Optional<Duration> duration(String key, Duration min, Duration max) {
        return quantity(key, Quantities.DURATION_FORM, Quantities::duration)
                .map(value -> within(key, value, min, max, Quantities.DURATION_FORM, Section::shown));
    }

    Duration requiredDuration(String key, Duration min, Duration max) {
        return duration(key, min, max).orElseThrow(() -> problem(key, "missing; " + Quantities.DURATION_FORM));
    }

    /** Per second; above zero. */
    double requiredRate(String key) {
        double rate = quantity(key, Quantities.RATE_FORM, Quantities::rate)
                .orElseThrow(() -> problem(key, "missing; " + Quantities.RATE_FORM));
        if (rate <= 0) {
            throw problem(key, shown(value(key)) + " is not above 0; " + Quantities.RATE_FORM);
        }
        return rate;
    }

    Optional<Double> share(String key) {
        return quantity(key, Quantities.SHARE_FORM, Quantities::share)
                .map(value -> within(key, value, 0.0, 1.0, Quantities.SHARE_FORM, bound -> bound == 0 ? "0" : "100%"));
    }

    /** False where the key is missing. */
    boolean flag(String key) {
        String text = text(key).orElse("false");
        if (!text.equals("true") && !text.equals("false")) {
            throw problem(key, shown(text) + " is neither true nor false; write one of the two");
        }
        return text.equals("true");
    }

    Section section(String key, SectionKind sectionKind) {
        Object value = value(key);
        if (value == null) {
            throw problem(key, "missing; write keys below it: " + String.join(", ", sectionKind.keys()));
        }
        return open(origin, path(key), sectionKind, value);
    }

    /** The sections below a key by the names the user gave them; an entry without a value is an empty section. */
    Map<String, Section> named(String key, SectionKind sectionKind) {
        Object value = value(key);
        Map<String, Section> sections = new LinkedHashMap<>();
        if (value == null || value.equals("")) {
            return sections;
        }
        mapping(origin, path(key), value, "one for each name").forEach((name, entry) -> {
            String entryPath = path(key) + "." + name;
            if (!NAME.matcher(name).matches()) {
                throw origin.problem(
                        entryPath, "\"" + name + "\" is not a name; use 1 to 40 letters, digits, spaces, - or _");
            }
            sections.put(name, open(origin, entryPath, sectionKind, entry.equals("") ? Map.of() : entry));
        });
        return sections;
    }

    Map<String, Section> requiredNamed(String key, SectionKind sectionKind, int max) {
        Map<String, Section> sections = named(key, sectionKind);
        if (sections.isEmpty()) {
            throw problem(
                    key,
                    "missing; write at least one name below it, with keys " + String.join(", ", sectionKind.keys()));
        }
        if (sections.size() > max) {
            throw problem(key, sections.size() + " are too many for one picture; keep to " + max);
        }
        return sections;
    }

    List<Section> list(String key, SectionKind sectionKind) {
        Object value = value(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> items)) {
            throw problem(
                    key,
                    shown(value) + " is not a list; write \"- "
                            + sectionKind.keys().get(0) + ": ...\" on the lines below it");
        }
        List<Section> sections = new ArrayList<>();
        for (Object item : items) {
            sections.add(open(origin, path(key) + "[" + sections.size() + "]", sectionKind, item));
        }
        return sections;
    }

    private @Nullable Object value(String key) {
        if (!kind.keys().contains(key)) {
            throw new IllegalArgumentException(kind + " has no key " + key);
        }
        return values.get(key);
    }

    private <T> Optional<T> quantity(String key, String form, Function<String, Optional<T>> parser) {
        return text(key)
                .map(text -> parser.apply(text)
                        .orElseThrow(() -> problem(key, shown(text) + " is not understood; " + form)));
    }

    private int checkedNumber(String key, String text, int min, int max) {
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw problem(key, shown(text) + " is not a whole number; " + numberForm(min, max));
        }
        if (value < min || value > max) {
            throw problem(key, shown(text) + " is out of range; " + numberForm(min, max));
        }
        return (int) value;
    }

    private <T extends Comparable<T>> T within(
            String key, T value, T min, T max, String form, Function<T, String> shown) {
        if (value.compareTo(min) < 0) {
            throw problem(key, shown(value(key)) + " is below " + shown.apply(min) + "; " + form);
        }
        if (value.compareTo(max) > 0) {
            throw problem(key, shown(value(key)) + " is above " + shown.apply(max) + "; " + form);
        }
        return value;
    }

    private static String numberForm(int min, int max) {
        return "write a whole number from " + min + " to " + max;
    }

    private static String shown(Duration duration) {
        if (duration.isZero()) {
            return "0";
        }
        return duration.toMillis() % 60_000 == 0
                ? duration.toMinutes() + "min"
                : duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> "a mapping";
            case List<?> list -> "a list";
            case null -> "nothing";
            default -> value.equals("") ? "nothing" : "\"" + value + "\"";
        };
    }
}
