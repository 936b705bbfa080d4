// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.spelling.Spelling;
import io.watertight.spring.Policies.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Makes a pipeline of its list of references: {@code bulkhead:inventory}, or {@code inventory} where that is one policy. */
final class PipelineFactory {
    private final PropertyReader reader;
    private final ConfigurationPropertyName property;
    private final List<Entry> known;

    /** The policies that there may be references to; those that could not be made are reported already. */
    PipelineFactory(PropertyReader reader, ConfigurationPropertyName property, Stream<Entry> known) {
        this.reader = reader;
        this.property = property;
        this.known = known.filter(entry -> entry.kind() != PolicyKind.PIPELINE).toList();
    }

    /** Returns null where the list does not make a pipeline; it is reported then. */
    @Nullable
    Pipeline create() {
        List<String> references = reader.list(property);
        if (references.isEmpty()) {
            return null; // an empty value was reported
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < references.size(); i++) {
            find(property.append("[" + i + "]"), references.get(i).strip()).ifPresent(entries::add);
        }
        boolean complete =
                entries.size() == references.size() && entries.stream().allMatch(entry -> entry.policy() != null);
        return complete ? create(entries) : null;
    }

    private @Nullable Pipeline create(List<Entry> entries) {
        try {
            return of(entries).withName(PropertyReader.nameOf(property));
        } catch (IllegalArgumentException refused) {
            reader.refuse(property, references(entries), String.valueOf(refused.getMessage()), remedy(entries));
            return null;
        }
    }

    private static Pipeline of(List<Entry> entries) {
        Policy[] all = entries.stream().map(Entry::policy).toArray(Policy[]::new);
        return Pipeline.of(all[0], Stream.of(all).skip(1).toArray(Policy[]::new));
    }

    /** The same policies, each once, those that abandon outermost: the right order, if there is one. */
    private String remedy(List<Entry> entries) {
        List<Entry> sound = new ArrayList<>();
        entries.stream().filter(PipelineFactory::mayAbandon).distinct().forEach(sound::add);
        entries.stream().filter(entry -> !mayAbandon(entry)).distinct().forEach(sound::add);
        try {
            of(sound);
        } catch (IllegalArgumentException none) {
            return "Leave one of the policies out of " + Problem.text(property);
        }
        return "Write " + Problem.text(property) + ": " + references(sound);
    }

    private static String references(List<Entry> entries) {
        return entries.stream().map(Entry::reference).collect(Collectors.joining(", ", "[", "]"));
    }

    private static boolean mayAbandon(Entry entry) {
        return entry.policy() != null && entry.policy().mayAbandon();
    }

    private Optional<Entry> find(ConfigurationPropertyName place, String reference) {
        List<Entry> found = known.stream()
                .filter(entry -> reference.equals(entry.name()) || reference.equals(entry.reference()))
                .toList();
        if (found.size() == 1) {
            return Optional.of(found.getFirst());
        }
        if (found.isEmpty()) {
            refuseUnknown(place, reference);
        } else {
            String all = found.stream().map(Entry::reference).collect(Collectors.joining(" or "));
            reader.refuse(place, reference, "it names several policies", "Write " + Problem.text(place) + " as " + all);
        }
        return Optional.empty();
    }

    private void refuseUnknown(ConfigurationPropertyName place, String reference) {
        String name = Problem.text(place);
        if (known.isEmpty()) {
            reader.refuse(
                    place, reference, "it names no policy, for none is configured", "Configure the policy of " + name);
            return;
        }
        String nearest = nearest(reference);
        String all = known.stream().map(Entry::reference).collect(Collectors.joining(", "));
        reader.refuse(
                place,
                reference,
                "it names no policy; the nearest is " + nearest,
                "Write " + name + " as " + nearest + ". There are: " + all);
    }

    private String nearest(String reference) {
        Function<Entry, String> spelling = reference.contains(":") ? Entry::reference : Entry::name;
        String nearest = Spelling.nearest(
                        reference, known.stream().map(spelling).toList())
                .orElseThrow();
        return known.stream()
                .filter(entry -> spelling.apply(entry).equals(nearest))
                .map(Entry::reference)
                .findFirst()
                .orElseThrow();
    }
}
