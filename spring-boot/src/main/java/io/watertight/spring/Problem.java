// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.origin.Origin;

/**
 * A property that cannot take effect.
 *
 * @param property its full name
 * @param value what it was set to; null where it is missing
 * @param origin the file and line, or whatever else it came from; null where it is missing or unknown
 * @param reason why it cannot take effect
 * @param remedy what to do about it
 */
record Problem(
        String property, @Nullable Object value, @Nullable Origin origin, String reason, String remedy) {
    private static final Pattern CONFIDENTIAL = Pattern.compile("pass?w|pwd|secret|token|credential");

    static Problem of(ConfigurationProperty property, String reason, String remedy) {
        return new Problem(text(property.getName()), property.getValue(), property.getOrigin(), reason, remedy);
    }

    static Problem missing(ConfigurationPropertyName name, String reason, String remedy) {
        return new Problem(text(name), null, null, reason, remedy);
    }

    /** The name as it was written; {@code toString()} of the name drops capital letters. */
    static String text(ConfigurationPropertyName name) {
        var text = new StringBuilder();
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            String element = name.getElement(i, Form.ORIGINAL);
            boolean plain =
                    ConfigurationPropertyName.isValid(element.toLowerCase(Locale.ROOT)) && !name.isNumericIndex(i);
            text.append(plain ? (i == 0 ? "" : ".") + element : "[" + element + "]");
        }
        return text.toString();
    }

    boolean isSameAs(Problem other) {
        return property.equals(other.property) && reason.equals(other.reason);
    }

    /** The paragraph of the failure analysis. */
    String describe() {
        var text = new StringBuilder("    Property: ").append(property);
        if (value != null) {
            text.append("\n    Value: \"").append(shownValue()).append('"');
        }
        if (origin != null) {
            text.append("\n    Origin: ").append(origin);
        }
        return text.append("\n    Reason: ").append(reason).toString();
    }

    private Object shownValue() {
        boolean confidential =
                CONFIDENTIAL.matcher(property.toLowerCase(Locale.ROOT)).find();
        return confidential || value == null ? "******" : value;
    }
}
