// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.EventKind;
import fairlead.run.report.RunReport;
import java.util.List;
import java.util.Locale;

/**
 * The cost of one barrier of one node, averaged over a run of several barriers (R-BAR-10).
 *
 * @param atomics the number of atomic operations on counters: fetch-adds of the program and changes of the barrier
 *      unit's counter
 * @param reads the number of loads, where a polling loop counts as one read
 * @param cycles the number of cycles from one barrier to the next, without a pause
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
        atomics += changes(run);
        return new BarrierCost(atomics / INSTANCES, reads / INSTANCES, (last - first) / (double) INSTANCES);
    }

    /** Returns the number of changes of the barrier unit's counter, as its events show them. */
    private static int changes(final SeedRun run) {
        long counter = 0;
        int changes = 0;
        for (final Events.Event e :
                run.events().all(e -> e.kind() == EventKind.BARRIER_JOINED || e.kind() == EventKind.BARRIER_RELEASED)) {
            changes += e.b() == counter ? 0 : 1;
            counter = e.b();
        }
        return changes;
    }

    /** Returns the number of accesses that the host and the network have made to the node's memory. */
    static int accesses(final SeedRun run) {
        return run.events()
                .all(e -> e.kind() == EventKind.LOADED
                        || e.kind() == EventKind.STORED
                        || e.kind() == EventKind.POLLED
                        || e.kind() == EventKind.COMMITTED)
                .size();
    }

    /** Returns the number of accesses that the program contains. */
    static long asked(final SeedRun run) {
        return run.result().report().operations().stream()
                .filter(op -> !op.kind().equals("BARRIER"))
                .count();
    }

    /** Measures the costs and returns the table of docs/spec/barrier-unit.md. */
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
