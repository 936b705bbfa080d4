// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

import io.watertight.lab.figures.VariantFigures.HealthyFigures;
import io.watertight.lab.figures.VariantFigures.WallFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The one sentence that says what the reader sees, built from the figures alone. */
public final class Verdict {
    /** Differences of the served share below this many points may be chance. */
    private static final double NOTABLE_POINTS = 1;

    /** The share that counts as unharmed. */
    private static final double UNHARMED_PERCENT = 99.5;

    /** More variants than this get a few words each. */
    private static final int MOST_IN_FULL = 2;

    /** The longest stay with a timeout must be shorter than this share of the shortest without one. */
    private static final double NOTABLE_SHARE = 0.8;

    private final Words words;
    private final String incident;
    private final int capacity;

    private Verdict(Words words, String incident, int capacity) {
        this.words = words;
        this.incident = incident;
        this.capacity = capacity;
    }

    /**
     * Judges a replay.
     *
     * @param words how to speak of it
     * @param incident the first change, as a point in time
     * @param capacity threads or connections
     * @param variants at least one
     * @return one sentence, and a second one where timeouts are compared to their absence
     */
    public static String of(Words words, String incident, int capacity, List<VariantFigures> variants) {
        var verdict = new Verdict(words, incident, capacity);
        String head = verdict.head(variants).map(text -> text + ": ").orElse("");
        List<String> clauses = variants.size() <= MOST_IN_FULL
                ? variants.stream().map(verdict::clause).toList()
                : verdict.briefly(variants);
        return head + String.join("; ", clauses) + "."
                + stays(variants).map(s -> " " + s).orElse("");
    }

    /** Compares the first variant without walls to the best one with walls. */
    private Optional<String> head(List<VariantFigures> variants) {
        Optional<VariantFigures> open =
                variants.stream().filter(v -> v.walls().isEmpty()).findFirst();
        Optional<VariantFigures> walled =
                variants.stream().filter(v -> !v.walls().isEmpty()).max(Comparator.comparingDouble(Verdict::served));
        if (open.isEmpty() || walled.isEmpty() || walled.get().healthy() == null) {
            return Optional.empty();
        }
        double gained = served(walled.get()) - served(open.get());
        if (gained < NOTABLE_POINTS) {
            return Optional.of(words.walls() + (gained <= -NOTABLE_POINTS ? " did harm" : " made no difference"));
        }
        boolean unharmed =
                served(walled.get()) >= UNHARMED_PERCENT && walled.get().drainedAfterSeconds() == null;
        return Optional.of(words.walls() + (unharmed ? " held" : " helped, but did not hold"));
    }

    private static double served(VariantFigures variant) {
        HealthyFigures healthy = variant.healthy();
        return healthy == null ? 0 : healthy.servedPercent();
    }

    private String clause(VariantFigures variant) {
        List<String> parts = new ArrayList<>();
        HealthyFigures healthy = variant.healthy();
        if (healthy != null) {
            parts.add(Numbers.percent(healthy.servedPercent()) + " of the " + Numbers.list(healthy.names()) + " "
                    + words.page() + "s were served");
        }
        if (!parted(variant)) {
            parts.add(taken(variant, " were "));
        }
        for (WallFigures wall : variant.walls()) {
            dependency(variant, wall).ifPresent(d -> parts.add(walled(d)));
        }
        return "with \"" + variant.title() + "\" " + Numbers.list(parts);
    }

    /** Without a pool that all share, what is in use altogether says nothing; what each partition gave out does. */
    private boolean parted(VariantFigures variant) {
        return words == Words.CONNECTIONS && !variant.walls().isEmpty();
    }

    private String taken(VariantFigures variant, String verb) {
        Double drained = variant.drainedAfterSeconds();
        String taken = " " + words.scarce() + verb + words.taken();
        return drained == null
                ? "at most " + variant.busyAtMost() + " of " + capacity + taken
                : "all " + capacity + taken + " " + Numbers.seconds(drained) + " after " + incident;
    }

    private static Optional<DependencyFigures> dependency(VariantFigures variant, WallFigures wall) {
        return variant.dependencies().stream()
                .filter(d -> d.name().equals(wall.dependency()))
                .findFirst();
    }

    private String walled(DependencyFigures dependency) {
        String held = "never more than " + dependency.heldAtMost() + " in " + dependency.name();
        if (dependency.timeouts() > 0) {
            held += ", whose " + words.wall() + " ended " + dependency.timeouts() + " calls at their timeout";
        }
        return dependency.rejection() == null
                ? held
                : held + (dependency.timeouts() > 0 ? " and turned " : ", whose " + words.wall() + " turned ")
                        + dependency.rejections()
                        + " calls away in "
                        + Numbers.millis(dependency.rejection().p50Micros() / 1e3) + " each (median)";
    }

    private List<String> briefly(List<VariantFigures> variants) {
        List<String> clauses =
                new ArrayList<>(variants.stream().map(this::brief).toList());
        HealthyFigures healthy = variants.get(0).healthy();
        if (healthy != null) {
            clauses.set(
                    0,
                    "of the " + Numbers.list(healthy.names()) + " " + words.page() + "s were served " + clauses.get(0));
        }
        return clauses;
    }

    private String brief(VariantFigures variant) {
        HealthyFigures healthy = variant.healthy();
        String taken = parted(variant)
                ? "at most "
                        + Numbers.list(variant.dependencies().stream()
                                .map(d -> d.heldAtMost() + " in " + d.name())
                                .toList())
                : taken(variant, " ");
        return (healthy == null ? "" : Numbers.percent(healthy.servedPercent()) + " ") + "with \"" + variant.title()
                + "\" (" + taken + ")";
    }

    /** Compares how long threads stayed behind walls with a timeout to how long they stayed without one. */
    private static Optional<String> stays(List<VariantFigures> variants) {
        for (String dependency : dependenciesWithTimeout(variants)) {
            List<VariantFigures> with =
                    variants.stream().filter(v -> hasTimeout(v, dependency)).toList();
            List<VariantFigures> without =
                    variants.stream().filter(v -> !hasTimeout(v, dependency)).toList();
            if (!without.isEmpty()) {
                double longest = with.stream()
                        .mapToDouble(v -> stay(v, dependency))
                        .max()
                        .orElse(0);
                double shortest = without.stream()
                        .mapToDouble(v -> stay(v, dependency))
                        .min()
                        .orElse(0);
                return Optional.of((longest < shortest * NOTABLE_SHARE
                                ? "Only the timeout gives threads back: the longest stay with "
                                : "The timeout gave no thread back sooner: the longest stay with ")
                        + dependency + " was "
                        + Numbers.list(
                                with.stream().map(v -> staying(v, dependency)).toList())
                        + ", against "
                        + Numbers.list(without.stream()
                                .map(v -> staying(v, dependency))
                                .toList()) + ".");
            }
        }
        return Optional.empty();
    }

    private static List<String> dependenciesWithTimeout(List<VariantFigures> variants) {
        return variants.stream()
                .flatMap(v -> v.walls().stream())
                .filter(wall -> wall.timeoutMillis() != null)
                .map(WallFigures::dependency)
                .distinct()
                .toList();
    }

    private static boolean hasTimeout(VariantFigures variant, String dependency) {
        return variant.walls().stream()
                .anyMatch(wall -> wall.dependency().equals(dependency) && wall.timeoutMillis() != null);
    }

    private static double stay(VariantFigures variant, String dependency) {
        return variant.dependencies().stream()
                .filter(d -> d.name().equals(dependency))
                .mapToDouble(DependencyFigures::longestStaySeconds)
                .findFirst()
                .orElse(0);
    }

    private static String staying(VariantFigures variant, String dependency) {
        return Numbers.seconds(stay(variant, dependency)) + " with \"" + variant.title() + "\"";
    }
}
