// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/** Tells how far a campaign is: mutants, rate, time left. */
final class CampaignClock {
    private static final double TOLD = 10; // seconds between two lines
    private static final double NANOS = 1e9;
    private static final int SHORT = 120; // seconds that are told as such, and not as minutes

    private final int all;
    private final PrintStream progress;
    private final int before;
    private int ended;
    private int alive;
    private long begin;
    private double told;

    /** @param known the mutants that a part of the campaign has played before */
    CampaignClock(final int all, final Map<Integer, MutantFate> known, final PrintStream progress) {
        this.all = all;
        this.progress = progress;
        before = known.size();
        ended = before;
        alive = (int) known.values().stream().filter(f -> !f.dies()).count();
        if (before > 0) {
            progress.println("fairlead: the ledger has " + before + " of " + all + " mutants; the campaign goes on");
        }
    }

    /** Begins to measure with the first library; what is built later counts. */
    synchronized void begin() {
        if (begin == 0) {
            begin = System.nanoTime();
        }
    }

    synchronized void ended(final MutantFate fate) {
        ended++;
        alive += fate.dies() ? 0 : 1;
        final double seconds = (System.nanoTime() - begin) / NANOS;
        if (seconds - told >= TOLD || ended == all) {
            told = seconds;
            final double rate = (ended - before) / seconds;
            final double left = (all - ended) / rate;
            progress.println(String.format(
                    Locale.ROOT,
                    "fairlead: %d of %d mutants, %d of them alive, %.2f a second, %s left",
                    ended,
                    all,
                    alive,
                    rate,
                    left < SHORT
                            ? String.format(Locale.ROOT, "%.0f s", left)
                            : String.format(Locale.ROOT, "%.0f min", left / 60)));
        }
    }
}
