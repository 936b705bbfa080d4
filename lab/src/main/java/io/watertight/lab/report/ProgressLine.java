// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.report;

import io.watertight.lab.figures.Numbers;
import io.watertight.lab.replay.Progress;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Consumer;

/** Shows how far a replay is: one line that moves on a terminal, one line for each variant elsewhere. */
public final class ProgressLine implements Consumer<Progress> {
    private static final int BAR = 24;

    private final PrintStream out;
    private final boolean moving;

    /**
     * A progress line.
     *
     * @param out where to
     * @param moving whether that is a terminal, on which a line can be written again
     */
    public ProgressLine(PrintStream out, boolean moving) {
        this.out = out;
        this.moving = moving;
    }

    @Override
    public synchronized void accept(Progress progress) {
        if (moving) {
            out.print("\r\u001b[K" + text(progress) + (progress.ended() ? "\n" : ""));
            out.flush();
        } else if (progress.ended()) {
            out.println(text(progress));
        }
    }

    static String text(Progress progress) {
        if (!progress.doing().isEmpty()) {
            return progress.doing() + " ...";
        }
        double done = Math.min(
                1, (double) progress.elapsed().toNanos() / progress.duration().toNanos());
        int full = (int) Math.round(BAR * done);
        return String.format(
                Locale.ROOT,
                "%s%s %s of %s  %3d of %d %s  %d served, %d %s, %d failed  \"%s\"",
                "█".repeat(full),
                "░".repeat(BAR - full),
                String.format(Locale.ROOT, "%.1f s", done * progress.duration().toMillis() / 1e3),
                Numbers.seconds(progress.duration().toMillis() / 1e3),
                progress.busy(),
                progress.capacity(),
                progress.words().busy(),
                progress.served(),
                progress.degraded(),
                progress.words().degraded(),
                progress.failed(),
                progress.variant());
    }
}
