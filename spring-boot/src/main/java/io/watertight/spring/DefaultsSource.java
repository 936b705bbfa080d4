// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;

/**
 * Answers for the options of one section with those of the defaults. Last among the sources, it lets every other go first;
 * and what it answers with keeps its own name, so that a bad default is blamed on the default.
 */
record DefaultsSource(
        ConfigurationPropertyName section,
        ConfigurationPropertyName defaults,
        Iterable<ConfigurationPropertySource> sources)
        implements ConfigurationPropertySource {
    @Override
    public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
        if (!section.isParentOf(name)) {
            return null;
        }
        ConfigurationPropertyName option = defaults.append(name.getLastElement(Form.DASHED));
        for (ConfigurationPropertySource source : sources) {
            ConfigurationProperty property = source.getConfigurationProperty(option);
            if (property != null) {
                return property;
            }
        }
        return null;
    }
}
