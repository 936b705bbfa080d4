// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring.guarded;

import io.watertight.Pipeline;
import io.watertight.Policy;
import io.watertight.spelling.Spelling;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the policy that a {@link Guarded} names: a bulkhead or a pipeline, plain or with its kind before a colon. */
final class PolicyNames {
    private record Named(String kind, String name, Policy policy) {
        /** Whatever holds a permit is a bulkhead, a partition of a database or a wall of an HTTP client too. */
        static Named of(Policy policy) {
            String kind = policy instanceof Pipeline ? "pipeline" : policy.holdsPermit() ? "bulkhead" : "";
            return new Named(kind, policy.name(), policy);
        }

        String reference() {
            return kind + ":" + name;
        }

        boolean isCalled(String wanted) {
            return wanted.equals(name) || wanted.equals(reference());
        }
    }

    private final Supplier<Stream<Policy>> policies;

    PolicyNames(Supplier<Stream<Policy>> policies) {
        this.policies = policies;
    }

    /**
     * Returns the policy.
     *
     * @param name what the annotation says
     * @return a bulkhead or a pipeline
     * @throws IllegalArgumentException if there is none or more than one; the message has the remedy
     */
    Policy get(String name) {
        List<Named> all = policies.get().distinct().map(Named::of).toList();
        List<Named> known = all.stream().filter(one -> !one.kind().isEmpty()).toList();
        List<Named> found = known.stream().filter(one -> one.isCalled(name)).toList();
        if (found.size() == 1) {
            return found.getFirst().policy();
        }
        throw new IllegalArgumentException(found.isEmpty() ? missing(name, known, all) : ambiguous(name, found));
    }

    private static String ambiguous(String name, List<Named> found) {
        var references = found.stream().map(Named::reference).collect(Collectors.toCollection(TreeSet::new));
        return references.size() > 1
                ? "'" + name + "' is the name of more than one: write " + String.join(" or ", references)
                : "There are " + found.size() + " policies " + references.first() + ": give each a name of its own";
    }

    private static String missing(String name, List<Named> known, List<Named> all) {
        boolean otherKind = all.stream().anyMatch(one -> one.name().equals(name));
        if (otherKind) {
            return "'" + name + "' is neither a bulkhead nor a pipeline: put it into a pipeline and name that";
        }
        String none = "There is no bulkhead and no pipeline '" + name + "'";
        if (known.isEmpty()) {
            return none + ", nor any other: define watertight.bulkheads." + name + " or a bean";
        }
        List<String> names = known.stream()
                .map(name.contains(":") ? Named::reference : Named::name)
                .distinct()
                .sorted()
                .toList();
        String nearest = Spelling.nearest(name, names).orElseThrow();
        return none + ": did you mean '" + nearest + "'? There are " + String.join(", ", names);
    }
}
