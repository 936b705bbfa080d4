// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.soak;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Calls every kind of policy at once, in random ways, from many threads, for a given time, and counts three invariants:
 * nothing is lost, nothing is active above the limit, nothing starts after it was given up. Ends early when one breaks.
 *
 * <p>The seed fixes all choices, but not how threads interleave: a violation may need several runs to come again.
 */
public final class Soak {
    private static final Duration ROUND = Duration.ofMillis(250);

    /** Beyond anything that a busy machine needs for work of milliseconds. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final List<Outcome> COLUMNS = List.of(
            Outcome.RETURNED,
            Outcome.FAILED,
            Outcome.REJECTED,
            Outcome.TIMED_OUT,
            Outcome.CANCELLED,
            Outcome.INTERRUPTED,
            Outcome.CLOSED);

    private final List<Kind> kinds;
    private final long seed;
    private final int threads;
    private final Duration patience;
    private final Tally tally = new Tally();
    private int rounds;
    private long nanos;

    /**
     * A soak that has not begun.
     *
     * @param kinds of policies
     * @param seed of all choices
     * @param threads that call, half of them virtual
     */
    public Soak(List<Kind> kinds, long seed, int threads) {
        this(kinds, seed, threads, PATIENCE);
    }

    Soak(List<Kind> kinds, long seed, int threads, Duration patience) {
        this.kinds = List.copyOf(kinds);
        this.seed = seed;
        this.threads = threads;
        this.patience = patience;
    }

    /**
     * Soaks.
     *
     * @param duration how long; the last round is finished
     * @param progress told after every round
     * @return true if every invariant held
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean run(Duration duration, Consumer<String> progress) throws InterruptedException {
        // Throwing listeners are logged, which is right and would bury the result.
        Logger logger = Logger.getLogger("io.watertight");
        Level before = logger.getLevel();
        logger.setLevel(Level.OFF);
        long since = System.nanoTime();
        try {
            do {
                new Round(kinds, tally, seed + rounds, patience).run(threads, ROUND);
                rounds++;
                nanos = System.nanoTime() - since;
                progress.accept(line());
            } while (tally.firstViolation() == null && nanos < duration.toNanos());
        } finally {
            logger.setLevel(before);
        }
        return tally.firstViolation() == null;
    }

    private String line() {
        return String.format(
                Locale.ROOT,
                "%.0f s  %,d calls (%,.0f/s)  %s",
                nanos / 1e9,
                tally.calls(),
                tally.calls() / (nanos / 1e9),
                invariants());
    }

    private String invariants() {
        return String.join(
                ", ",
                List.of(Invariant.values()).stream()
                        .map(invariant -> tally.broken(invariant) + " " + invariant)
                        .toList());
    }

    /**
     * Returns what has been seen: calls, outcomes by kind, the invariants, the seed, and the first violation if any.
     *
     * @return lines that end in a newline
     */
    public String report() {
        var out = new StringBuilder();
        row(out, "", "calls", COLUMNS.stream().map(Outcome::toString).toList());
        for (String kind : tally.kinds()) {
            row(
                    out,
                    kind,
                    number(tally.calls(kind)),
                    COLUMNS.stream()
                            .map(outcome -> number(tally.count(outcome, kind)))
                            .toList());
        }
        out.append(String.format(
                Locale.ROOT,
                "%n%,d calls in %.1f s (%,.0f/s), %d rounds, %d threads, seed %d%n",
                tally.calls(),
                nanos / 1e9,
                tally.calls() / (nanos / 1e9),
                rounds,
                threads,
                seed));
        out.append(invariants()).append('\n');
        out.append("started after it was given up: looked at every rejected call, and at ")
                .append(number(tally.givenUp()))
                .append(" given up while they waited\n");
        String violation = tally.firstViolation();
        if (violation != null) {
            out.append("\nVIOLATED: ")
                    .append(violation)
                    .append("\n  round ")
                    .append(rounds)
                    .append("; again: --seed ")
                    .append(seed + rounds - 1)
                    .append(", perhaps several times\n");
        }
        return out.toString();
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static void row(StringBuilder out, String kind, String calls, List<String> cells) {
        out.append(String.format(Locale.ROOT, "%-21s %9s", kind, calls));
        cells.forEach(cell -> out.append(String.format(Locale.ROOT, " %9s", cell)));
        out.append('\n');
    }
}
