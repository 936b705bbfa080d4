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

    private Verdict() {}

    /**
     * Judges a replay.
     *
     * @param threads of the pool
     * @param variants at least one
     * @return one sentence
     */
    public static String of(int threads, List<VariantFigures> variants) {
        String head = head(variants).map(text -> text + ": ").orElse("");
        return head
                + String.join(
                        "; ", variants.stream().map(v -> clause(v, threads)).toList()) + ".";
    }

    /** Compares the first variant without walls to the best one with walls. */
    private static Optional<String> head(List<VariantFigures> variants) {
        Optional<VariantFigures> open =
                variants.stream().filter(v -> v.walls().isEmpty()).findFirst();
        Optional<VariantFigures> walled =
                variants.stream().filter(v -> !v.walls().isEmpty()).max(Comparator.comparingDouble(Verdict::served));
        if (open.isEmpty() || walled.isEmpty() || walled.get().healthy() == null) {
            return Optional.empty();
        }
        double gained = served(walled.get()) - served(open.get());
        if (gained < NOTABLE_POINTS) {
            return Optional.of(gained <= -NOTABLE_POINTS ? "The wall did harm" : "The wall made no difference");
        }
        boolean unharmed =
                served(walled.get()) >= UNHARMED_PERCENT && walled.get().drainedAfterSeconds() == null;
        return Optional.of(unharmed ? "The wall held" : "The wall helped, but did not hold");
    }

    private static double served(VariantFigures variant) {
        HealthyFigures healthy = variant.healthy();
        return healthy == null ? 0 : healthy.servedPercent();
    }

    private static String clause(VariantFigures variant, int threads) {
        List<String> parts = new ArrayList<>();
        HealthyFigures healthy = variant.healthy();
        if (healthy != null) {
            parts.add(Numbers.percent(healthy.servedPercent()) + " of the " + Numbers.list(healthy.names())
                    + " pages were served");
        }
        Double drained = variant.drainedAfterSeconds();
        parts.add(
                drained == null
                        ? "at most " + variant.busyAtMost() + " of " + threads + " threads were busy"
                        : "all " + threads + " threads were busy " + Numbers.seconds(drained) + " after the hang");
        for (WallFigures wall : variant.walls()) {
            dependency(variant, wall).ifPresent(d -> parts.add(walled(d)));
        }
        return "with \"" + variant.name() + "\" " + Numbers.list(parts);
    }

    private static Optional<DependencyFigures> dependency(VariantFigures variant, WallFigures wall) {
        return variant.dependencies().stream()
                .filter(d -> d.name().equals(wall.dependency()))
                .findFirst();
    }

    private static String walled(DependencyFigures dependency) {
        String held = "never more than " + dependency.heldAtMost() + " in " + dependency.name();
        return dependency.rejection() == null
                ? held
                : held + ", whose wall turned " + dependency.rejections() + " calls away in "
                        + Numbers.millis(dependency.rejection().p50Micros() / 1e3) + " each (median)";
    }
}
