// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.ContextPropagator;
import io.watertight.Policy;
import io.watertight.registry.Registry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/** The policies that the properties of an application describe. */
final class Policies {
    /** A policy under the name that the application gave it; a policy of null could not be made. */
    record Entry(PolicyKind kind, String name, @Nullable Policy policy) {
        /** How a pipeline refers to it. */
        String reference() {
            return kind.word() + ":" + name;
        }
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private Policies() {}

    /**
     * Makes them, to see whether they can be made.
     *
     * @throws InvalidPropertiesException if a property cannot take effect
     */
    static Policies check(Environment environment) {
        return read(environment, ContextPropagator.none(), policy -> policy);
    }

    /** Makes those that are not registered yet, and registers them. */
    static Policies register(Environment environment, ContextPropagator propagator, Registry registry) {
        return read(environment, propagator, registry::register);
    }

    private static Policies read(
            Environment environment, ContextPropagator propagator, UnaryOperator<Policy> registered) {
        var problems = new Problems();
        var reader = new PropertyReader(environment, problems);
        new PropertyCheck(WatertightProperties.class, problems).check(reader.sources());
        var policies = new Policies();
        for (PolicyKind kind : PolicyKind.values()) {
            for (ConfigurationPropertyName section : reader.named("watertight." + kind.section())) {
                Policy policy = policies.create(kind, reader, section, propagator);
                String name = PropertyReader.nameOf(section);
                policies.add(new Entry(kind, name, policy == null ? null : registered.apply(policy)));
            }
        }
        reader.read(ConfigurationPropertyName.of("watertight.health"), HealthProperties.class);
        reader.read(ConfigurationPropertyName.of("watertight.metrics"), MetricsProperties.class);
        OptionalModule.check(reader, problems, Policies.class.getClassLoader());
        problems.throwIfAny();
        return policies;
    }

    private @Nullable Policy create(
            PolicyKind kind, PropertyReader reader, ConfigurationPropertyName section, ContextPropagator propagator) {
        ConfigurationPropertyName defaults = ConfigurationPropertyName.of("watertight.defaults." + kind.word());
        return switch (kind) {
            case BULKHEAD ->
                BulkheadFactory.create(reader.read(section, defaults, BulkheadProperties.class), propagator);
            case TIMEOUT -> TimeoutFactory.create(reader.read(section, defaults, TimeoutProperties.class), propagator);
            case CIRCUIT_BREAKER ->
                CircuitBreakerFactory.create(reader.read(section, defaults, CircuitBreakerProperties.class));
            case PIPELINE -> new PipelineFactory(reader, section, entries()).create();
        };
    }

    private void add(Entry entry) {
        entries.put(entry.reference(), entry);
    }

    Stream<Entry> entries() {
        return entries.values().stream();
    }

    /** The policy of a reference that is known to be there. */
    Policy get(String reference) {
        Entry entry = entries.get(reference);
        if (entry == null || entry.policy() == null) {
            throw new IllegalArgumentException("No policy " + reference + " in " + entries.keySet());
        }
        return entry.policy();
    }

    @Override
    public String toString() {
        return entries().map(Entry::reference).collect(Collectors.joining(", ", "[", "]"));
    }
}
