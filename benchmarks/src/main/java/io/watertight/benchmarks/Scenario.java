// SPDX-License-Identifier: Apache-2.0
package io.watertight.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One operation, and who is measured at it.
 *
 * @param id the name that {@code --list} shows and {@code --filter} matches
 * @param title the heading of its table
 * @param benchmark the JMH benchmark
 * @param parameters the parameters of the benchmark, besides those of the variant
 * @param haste makes do with one iteration in so many, because each takes that much longer; 1 for most
 * @param variants the lines of the table, in the order of measurement
 * @param goals what is asked of them
 */
record Scenario(
        String id,
        String title,
        String benchmark,
        Map<String, String> parameters,
        int haste,
        List<Variant> variants,
        List<Goal> goals) {

    String id(Variant variant) {
        return id + "/" + variant.id();
    }

    /** Returns whether a goal is judged by the variant, so that it deserves more forks than the others. */
    boolean matters(Variant variant) {
        return variant.subject() == Library.SEMAPHORE_THROWING
                || goals.stream()
                        .anyMatch(goal -> goal.variant().equals(variant)
                                || goal.variant().raw().equals(variant)
                                || new Variant(goal.variant().subject()).equals(variant));
    }

    /** Returns the scenario with those variants whose id passes, and what they are compared with. */
    Scenario filtered(Predicate<String> wanted) {
        List<Variant> chosen =
                variants.stream().filter(one -> wanted.test(id(one))).toList();
        List<Variant> kept = variants.stream()
                .filter(one -> chosen.stream()
                        .anyMatch(pick -> one.equals(pick)
                                || one.equals(pick.raw())
                                || one.equals(new Variant(pick.subject()))
                                || pick.subject().parts().contains(one.subject())))
                .toList();
        List<Goal> reachable =
                goals.stream().filter(goal -> chosen.contains(goal.variant())).toList();
        return new Scenario(id, title, benchmark, parameters, haste, kept, reachable);
    }
}
