// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.lockstep;

import fairlead.program.OpKind;
import java.util.EnumMap;
import java.util.Map;

/** Sums over the cases of a campaign. */
public final class Totals {
    private final Map<Bin, Long> bins = new EnumMap<>(Bin.class);
    private final Map<OpKind, Long> operations = new EnumMap<>(OpKind.class);
    private long cases;
    private long differences;
    private long failures;
    private long evaluated;
    private long tileCycles;
    private long flitHops;
    private double blocked;

    public void add(final CaseOutcome outcome) {
        cases++;
        differences += outcome.differs() ? 1 : 0;
        failures += outcome.failure().isEmpty() ? 0 : 1;
        evaluated += outcome.stats().tilesEvaluated();
        tileCycles += outcome.stats().tileCycles();
        flitHops += outcome.stats().flitHops();
        if (outcome.samples() > 0
                && outcome.stats().tilesEvaluated() == outcome.stats().tileCycles()) {
            blocked += (double) outcome.stats().tileCycles() * outcome.blocked() / outcome.samples();
        }
        outcome.hits().forEach((bin, hits) -> bins.merge(bin, hits, Long::sum));
        outcome.operations().forEach((kind, count) -> operations.merge(kind, count, Long::sum));
    }

    public long cases() {
        return cases;
    }

    public long differences() {
        return differences;
    }

    /** Cases that ended by a failure of both engines alike. */
    public long failures() {
        return failures;
    }

    /** Tile-cycles that the first engine evaluated, those that it skipped not counted. */
    public long evaluated() {
        return evaluated;
    }

    /** Nodes * cycles. */
    public long tileCycles() {
        return tileCycles;
    }

    public long flitHops() {
        return flitHops;
    }

    /**
     * Evaluated tile-cycles with a VC whose oldest flit cannot move for want of a credit or of an output VC. Estimated: the share of such tiles in the samples of a case, times its tile-cycles; only cases
     * in which no tile is skipped count, so that each of these tile-cycles was evaluated.
     */
    public long blocked() {
        return (long) blocked;
    }

    /** Operations of programs, workloads' and drawn ones, that have ended. */
    public long ended(final OpKind kind) {
        return operations.getOrDefault(kind, 0L);
    }

    public long hits(final Bin bin) {
        return bins.getOrDefault(bin, 0L);
    }
}
