// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Reads the sections of {@code watertight} from the environment of an application. */
final class PropertyReader {
    private final Environment environment;
    private final Problems problems;
    private final Iterable<ConfigurationPropertySource> sources;

    PropertyReader(Environment environment, Problems problems) {
        this.environment = environment;
        this.problems = problems;
        this.sources = ConfigurationPropertySources.get(environment);
    }

    Iterable<ConfigurationPropertySource> sources() {
        return sources;
    }

    /**
     * The sections below one whose keys are names. A name that several sources spell differently is one name, in the
     * spelling of the first that is no environment variable, for those have neither dashes nor small letters.
     */
    Collection<ConfigurationPropertyName> named(String parent) {
        ConfigurationPropertyName prefix = ConfigurationPropertyName.of(parent);
        Map<String, ConfigurationPropertyName> names = new LinkedHashMap<>();
        Map<String, ConfigurationPropertyName> inVariables = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                boolean variables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
                iterable.stream()
                        .filter(prefix::isAncestorOf)
                        .map(name -> name.chop(prefix.getNumberOfElements() + 1))
                        .forEach(name ->
                                (variables ? inVariables : names).putIfAbsent(name.getLastElement(Form.UNIFORM), name));
            }
        }
        inVariables.forEach(names::putIfAbsent);
        return List.copyOf(names.values());
    }

    static String nameOf(ConfigurationPropertyName section) {
        return section.getLastElement(Form.ORIGINAL);
    }

    /** Binds a section, with the defaults for what it does not set. */
    <R> Bound<R> read(ConfigurationPropertyName section, ConfigurationPropertyName defaults, Class<R> options) {
        List<ConfigurationPropertySource> all = sourcesWithout(section);
        all.add(new DefaultsSource(section, defaults, sources));
        return read(section, options, all);
    }

    /** Binds a section that has no defaults. */
    <R> Bound<R> read(ConfigurationPropertyName section, Class<R> options) {
        return read(section, options, sourcesWithout(section));
    }

    private <R> Bound<R> read(
            ConfigurationPropertyName section, Class<R> options, List<ConfigurationPropertySource> all) {
        var from = new HashMap<ConfigurationPropertyName, ConfigurationProperty>();
        R values = binder(all).bindOrCreate(section, Bindable.of(options), new Recorder(from, problems));
        return new Bound<>(section, nameOf(section), values, from, problems);
    }

    // A section with nothing below it ("inventory:" in YAML) has the empty text as its value, which Boot cannot bind.
    private List<ConfigurationPropertySource> sourcesWithout(ConfigurationPropertyName section) {
        return StreamSupport.stream(sources.spliterator(), false)
                .map(source -> source.filter(name -> !name.equals(section)))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Whether there is a property below this one. */
    boolean isSet(String section) {
        ConfigurationPropertyName prefix = ConfigurationPropertyName.of(section);
        return StreamSupport.stream(sources.spliterator(), false)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(source -> ((IterableConfigurationPropertySource) source).stream())
                .anyMatch(prefix::isAncestorOf);
    }

    List<String> list(ConfigurationPropertyName property) {
        return binder(sources).bind(property, Bindable.listOf(String.class)).orElse(List.of());
    }

    /** Reports a value in a list, whether the list is written as one value or as many. */
    void refuse(ConfigurationPropertyName place, String value, String reason, String remedy) {
        Origin origin = find(place)
                .or(() -> find(place.getParent()))
                .map(ConfigurationProperty::getOrigin)
                .orElse(null);
        problems.add(new Problem(Problem.text(place), value, origin, reason, remedy));
    }

    private Optional<ConfigurationProperty> find(ConfigurationPropertyName name) {
        return StreamSupport.stream(sources.spliterator(), false)
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private Binder binder(Iterable<ConfigurationPropertySource> from) {
        return new Binder(from, new PropertySourcesPlaceholdersResolver(environment));
    }

    /** Notes which property each option came from, and reports a bad value instead of giving up at the first. */
    private record Recorder(Map<ConfigurationPropertyName, ConfigurationProperty> from, Problems problems)
            implements BindHandler {
        @Override
        public Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            note(name, context);
            return result;
        }

        private boolean note(ConfigurationPropertyName name, BindContext context) {
            ConfigurationProperty property = context.getConfigurationProperty();
            if (property != null) {
                from.put(name, property);
            }
            return property != null;
        }

        @Override
        @SuppressWarnings("NullAway") // Boot's package is null-marked, but null is how a handler says "not bound"
        public Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
                throws Exception {
            if (!note(name, context)) {
                throw error;
            }
            problems.add(BadValue.of(from.get(name), target));
            return null;
        }
    }
}
