// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import fairlead.hw.HwLayout.EventKind;
import fairlead.report.RunReport;
import java.util.List;
import java.util.Locale;

/**
 * What one barrier of one node costs, measured over a run of several (R-BAR-10).
 *
 * @param atomics atomic operations on counters: fetch-adds of the program, and advances of the unit's counter
 * @param reads loads, and waiting loops counted as one read each
 * @param cycles from one barrier to the next, back to back
 */
public record BarrierCost(double atomics, double reads, double cycles) {
    public static final int MOST_TASKS = 16;
    static final int INSTANCES = 6;

    static BarrierCost of(final SeedRun run) {
        double atomics = 0;
        double reads = 0;
        long first = Long.MAX_VALUE;
        long last = 0;
        for (final RunReport.OpRow op : run.result().report().operations()) {
            atomics += op.kind().equals("ADD_LOCAL") && op.result().equals("DONE") ? 1 : 0;
            reads += (op.kind().equals("LOAD") || op.kind().equals("POLL"))
                            && op.result().equals("DONE")
                    ? 1
                    : 0;
            first = Math.min(first, op.posted());
            last = Math.max(last, op.completed());
        }
        // on the unit: a join of a task that is not the master, and the master's advance behind the global barrier,
        // move C
        atomics += run.events()
                .all(e -> e.kind() == EventKind.BARRIER_JOINED && e.a() != 0)
                .size();
        atomics += run.events().count(0, EventKind.BARRIER_GLOBAL);
        return new BarrierCost(atomics / INSTANCES, reads / INSTANCES, (last - first) / (double) INSTANCES);
    }

    /** The table of docs/spec/barrier-unit.md, measured now. */
    public static String markdown() {
        final StringBuilder text = new StringBuilder();
        text.append("| N | unit: atomics, reads, cycles | one counter | two barriers | five counters |\n");
        text.append("|---|---|---|---|---|\n");
        final List<SeedRun> runs = BarrierPrograms.allSchemes(MOST_TASKS, INSTANCES);
        final int schemes = BarrierPrograms.Scheme.values().length;
        for (int n = 0; n < MOST_TASKS; n++) {
            text.append("| ").append(n + 1).append(" |");
            for (int s = 0; s < schemes; s++) {
                final BarrierCost cost = of(runs.get(n * schemes + s));
                text.append(String.format(Locale.ROOT, " %.0f, %.0f, %.1f |", cost.atomics, cost.reads, cost.cycles));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
