// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys that may stand below a property, read off the record that it is bound to. */
sealed interface PropertyTree {
    /** A value. */
    record Value() implements PropertyTree {}

    /** A list of values. */
    record Values() implements PropertyTree {}

    /** Keys that are somebody else's to check. */
    record Anything() implements PropertyTree {}

    /** Names that the application chooses, and what stands below each. */
    record Named(PropertyTree each) implements PropertyTree {}

    /** Keys that are known, as they are written in a file. */
    record Section(Map<String, PropertyTree> keys) implements PropertyTree {
        /** What stands below a key, in whichever of Boot's spellings it is written; null if there is no such key. */
        @Nullable
        PropertyTree below(String spelling) {
            String letters = letters(spelling);
            return keys.entrySet().stream()
                    .filter(entry -> letters(entry.getKey()).equals(letters))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
        }

        private static String letters(String key) {
            return key.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
        }
    }

    static PropertyTree of(Type type) {
        if (type instanceof Class<?> record && record.isRecord()) {
            Map<String, PropertyTree> keys = new LinkedHashMap<>();
            for (RecordComponent component : record.getRecordComponents()) {
                keys.put(dashed(component.getName()), of(component.getGenericType()));
            }
            return new Section(keys);
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            Type value = generic.getActualTypeArguments()[1];
            return value == String.class ? new Anything() : new Named(of(value));
        }
        return type instanceof ParameterizedType generic && generic.getRawType() == List.class
                ? new Values()
                : new Value();
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
