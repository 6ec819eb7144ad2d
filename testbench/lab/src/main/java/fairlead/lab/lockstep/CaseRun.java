// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.EngineStats;
import fairlead.lab.cases.Case;
import fairlead.lab.lockstep.Coverage.Bin;
import fairlead.lockstep.Difference;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.MachineConfig;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** A player of cases on two engines in lockstep. */
public final class CaseRun {
    private final LockstepFactory engines;
    private final long period;
    private final int maxLinkDepth;

    /**
     * @param period the number of cycles between two comparisons and samples of state
     * @param maxLinkDepth the greatest depth of a link buffer in the first engine's library
     */
    public CaseRun(LockstepFactory engines, long period, int maxLinkDepth) {
        this.engines = engines;
        this.period = period;
        this.maxLinkDepth = maxLinkDepth;
    }

    public CaseOutcome play(Case one) {
        MachineConfig machine = one.machine();
        Coverage coverage = new Coverage(machine, maxLinkDepth);
        Map<OpKind, Long> operations = new EnumMap<>(OpKind.class);
        Observer ended = new Observer() {
            @Override
            public void finished(Operation op, Result result, long cycle) {
                operations.merge(op.kind(), 1L, Long::sum);
            }
        };
        String ending = "DIFFERS";
        String failure = "";
        Difference difference = null;
        EngineStats stats = null;
        LockstepEngine engine = engines.watched(period, coverage).open(machine, one.options());
        try (engine) {
            try {
                ending = one.play(engine, ended);
                failure = engine.failure();
            } finally {
                stats = engine.stats();
            }
        } catch (DifferenceException e) {
            ending = "DIFFERS";
            difference = e.difference();
        }
        return new CaseOutcome(ending, difference, failure, stats, coverage, operations);
    }

    /** The sums over all cases of a campaign, some of them by the name that a report gives them. */
    public static final class Totals {
        private final Map<String, Long> counts = new LinkedHashMap<>();
        private final Map<String, Long> bins = new HashMap<>();
        private final Map<OpKind, Long> operations = new EnumMap<>(OpKind.class);
        private final WaitCross waits = new WaitCross();
        private double blocked;

        public Totals() {
            count(0, 0, 0, new EngineStats(0, 0, 0, 0, 0, 0, 0, 0, 0));
        }

        private void count(long cases, long differing, long failed, EngineStats stats) {
            counts.merge("cases", cases, Long::sum);
            counts.merge("differing", differing, Long::sum);
            counts.merge("failed_on_both", failed, Long::sum);
            counts.merge("tile_cycles", stats.tileCycles(), Long::sum);
            counts.merge("tile_cycles_evaluated", stats.tilesEvaluated(), Long::sum); // and not skipped
            counts.put("tile_cycles_evaluated_blocked", (long) blocked);
            counts.merge("flit_hops", stats.flitHops(), Long::sum);
        }

        /**
         * Adds a case. The evaluated tile-cycles with a VC whose front flit cannot move, because it has no credit or no
         * output VC, are estimated: the share of such tiles in the samples of a case, times the tile-cycles of the
         * case. Only cases without skipped tiles count, so that each of these tile-cycles was evaluated.
         */
        public void add(CaseOutcome outcome) {
            EngineStats stats = outcome.stats();
            Coverage seen = outcome.coverage();
            if (seen.samples() > 0 && stats.tilesEvaluated() == stats.tileCycles()) {
                blocked += (double) stats.tileCycles() * seen.blocked() / seen.samples();
            }
            count(1, outcome.differs() ? 1 : 0, outcome.failure().isEmpty() ? 0 : 1, stats);
            seen.hits().forEach((bin, hits) -> bins.merge(bin, hits, Long::sum));
            waits.add(seen.waits());
            outcome.operations().forEach((kind, count) -> operations.merge(kind, count, Long::sum));
        }

        /** Returns the counts by their names in a report, in its order. */
        public Map<String, Long> counts() {
            return counts;
        }

        /** Returns the number of finished operations of this kind in the programs of workloads and of random cases. */
        public long ended(OpKind kind) {
            return operations.getOrDefault(kind, 0L);
        }

        public long hits(Bin bin) {
            return bins.getOrDefault(bin.name(), 0L);
        }

        public WaitCross waits() {
            return waits;
        }
    }

    /**
     * The outcome of one case on two engines.
     *
     * @param ending how the case ended, or `DIFFERS`
     * @param difference the first difference, or null if there is none
     * @param failure the failure that both engines share, such as an assertion, or an empty string
     * @param stats the counts of the first engine
     * @param operations the number of program operations of each kind that ended with their result
     */
    public record CaseOutcome(
            String ending,
            Difference difference,
            String failure,
            EngineStats stats,
            Coverage coverage,
            Map<OpKind, Long> operations) {
        public boolean differs() {
            return difference != null;
        }
    }
}
