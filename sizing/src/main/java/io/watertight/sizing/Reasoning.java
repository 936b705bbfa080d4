// SPDX-License-Identifier: Apache-2.0
package io.watertight.sizing;

import io.watertight.sizing.Recommendation.Option;
import io.watertight.sizing.Recommendation.Slowdown;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a recommendation as sentences. */
final class Reasoning {
    private static final double NEXT_TO_NOTHING = 1e-6;

    private final Recommendation answer;
    private final Workload workload;
    private final List<String> sentences = new ArrayList<>();

    private Reasoning(Recommendation answer) {
        this.answer = answer;
        this.workload = answer.workload();
    }

    static String of(Recommendation answer, @Nullable Slowdown slowdown) {
        var reasoning = new Reasoning(answer);
        reasoning.chance();
        reasoning.headroom();
        if (slowdown != null) {
            reasoning.slowdown(slowdown);
        }
        reasoning.ruleOfThumb();
        reasoning.noWall();
        return String.join(" ", reasoning.sentences);
    }

    private void chance() {
        Load load = workload.load();
        sentences.add(permits(answer.permits()) + ": " + number(load.perSecond())
                + " calls a second that hold a permit for "
                + time(load.meanHeld()) + " on average keep " + number(answer.inFlight()) + " in use on average, and "
                + share(answer.rejection()) + " of them " + rejected() + " (" + formula() + ").");
    }

    private String rejected() {
        return waits()
                ? "wait " + time(workload.maxWait()) + " in vain"
                : answer.permits() == 1 ? "find it taken" : "find all " + answer.permits() + " taken";
    }

    private boolean waits() {
        return !workload.maxWait().isZero() && workload.peakedness() == 1;
    }

    private String formula() {
        if (workload.peakedness() != 1) {
            String bursts = "Hayward's approximation for a peakedness of " + number(workload.peakedness());
            return workload.maxWait().isZero() ? bursts : bursts + "; that callers wait is left out, on the safe side";
        }
        return waits()
                ? "M/M/c with bounded patience, which takes holding times to be exponential"
                : "Erlang's B formula; only the mean counts, not the p99";
    }

    private void headroom() {
        double factor = answer.headroomPerSecond() / workload.load().perSecond();
        sentences.add("Rejections reach " + percent(Math.min(0.9, 10 * workload.target())) + " at "
                + number(answer.headroomPerSecond()) + " calls a second"
                + (waits()
                        ? "."
                        : ", or when the mean rises to "
                                + time(Seconds.toDuration(
                                        Seconds.of(workload.load().meanHeld()) * factor)) + "."));
    }

    private void slowdown(Slowdown behindWall) {
        Slowdown open = answer.noWall();
        Integer most = answer.mostPermits();
        Duration degraded = workload.degraded();
        if (open == null || most == null || degraded == null) {
            throw new IllegalArgumentException("a slow-down without figures: " + answer);
        }
        Duration full = open.poolFullAfter();
        sentences.add("When a call takes " + time(degraded) + ", they keep it to "
                + number(Math.ceil(behindWall.threadsHeld())) + " of " + workload.pool() + " threads, and "
                + share(behindWall.othersRejected()) + " of the other calls find the pool full; without a wall "
                + (full == null ? "it does not fill" : "it is full after " + time(full)) + " and "
                + share(open.othersRejected()) + " of them do.");
        sentences.add(
                most == 0
                        ? "No wall keeps the others below " + percent(workload.target())
                                + " then: the pool is too small for them."
                        : most >= workload.pool()
                                ? "The others stay below " + percent(workload.target()) + " then with any wall."
                                : "The others stay below " + percent(workload.target()) + " with any wall of up to "
                                        + permits(most) + "; how much of that to use as headroom for growth is"
                                        + " a choice, not a matter of chance.");
    }

    private void ruleOfThumb() {
        Option rule = answer.ruleOfThumb();
        if (rule != null) {
            sentences.add("The rule of thumb, rate × p99 × 2, says " + permits(rule.permits()) + ", which reject "
                    + share(rule.rejection()) + ".");
        }
    }

    private void noWall() {
        if (answer.permits() >= workload.pool()) {
            sentences.add(
                    "Careful: in a pool of " + workload.pool() + " threads this is no wall; the pool must be larger,"
                            + " the calls shorter or the target higher.");
        }
    }

    private static String permits(int permits) {
        return permits == 1 ? "1 permit" : permits + " permits";
    }

    private static String share(double share) {
        return share < NEXT_TO_NOTHING ? "practically none" : percent(share);
    }

    static String percent(double share) {
        return number(share * 100, share >= 0.1 ? 3 : 2) + " %";
    }

    private static String number(double value) {
        return number(value, value >= 1000 ? 4 : 3);
    }

    private static String number(double value, int digits) {
        return new BigDecimal(value)
                .round(new MathContext(digits))
                .stripTrailingZeros()
                .toPlainString();
    }

    static String time(Duration duration) {
        double seconds = Seconds.of(duration);
        return seconds >= 1
                ? number(seconds) + " s"
                : seconds >= 0.001 ? number(seconds * 1e3) + " ms" : number(seconds * 1e6) + " µs";
    }
}
