// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import java.util.ArrayList;
import java.util.List;

/** R-BAR-1 to R-BAR-10: seed US 9,459,934. */
final class BarrierRows {
    private static final List<Integer> MIXED = List.of(1, 5, 3, 16);
    private static final int NO_TASK = -1;

    private BarrierRows() {}

    static List<Row> all() {
        return List.of(
                new Row(
                                "R-BAR-1",
                                "counter of w bits, fetch-add of k; w >= p + 1",
                                "5 tasks on each of 2 nodes, w = 4, 5, 8, through the wrap; a scenario with w = p",
                                () -> widths(0),
                                BarrierJudges::width)
                        .control(
                                "variant barrier_wide: the counter keeps 16 bits",
                                "width_bits",
                                () -> widths(UnsafeVariant.BARRIER_WIDE),
                                "wraps"),
                new Row(
                                "R-BAR-2",
                                "P is the smallest power of two >= N, exact for 1 and powers of two",
                                "N = 1 to 16 on one node, 4 instances each",
                                () -> counts(0),
                                BarrierJudges::powers)
                        .control(
                                "variant barrier_mod_n: it counts by N",
                                "advance",
                                () -> counts(UnsafeVariant.BARRIER_MOD_N)),
                new Row(
                                "R-BAR-3",
                                "increments of an instance sum to exactly P in all interleavings",
                                "N = 1, 5, 3, 16 on 4 nodes, 12 instances, 6 seeds of arrival times",
                                () -> interleavings(0),
                                BarrierJudges::sums)
                        .control(
                                "variant barrier_mod_n: the master adds 1 and no padding",
                                "advance",
                                () -> interleavings(UnsafeVariant.BARRIER_MOD_N)),
                new Row(
                                "R-BAR-4",
                                "base sampled before the own increment, equal for all tasks of an instance",
                                "N = 3, 5, 6, 7 on 4 nodes, w = 5, 20 instances, 3 seeds of arrival times",
                                () -> bases(0),
                                BarrierJudges::sameBase)
                        .control(
                                "variant barrier_mod_n: base C - C mod N, so bases differ where C wraps inside an instance",
                                "same_base",
                                () -> bases(UnsafeVariant.BARRIER_MOD_N),
                                "released_together",
                                "instances",
                                "completed",
                                "barrier_safety"),
                new Row(
                                "R-BAR-5",
                                "release test holds through every wrap",
                                "N = 1, 2, 3, 5, 8, each with w = p + 1, p + 2, 6, two full wraps and more, on 2 nodes",
                                () -> wraps(0),
                                BarrierJudges::released)
                        .control(
                                "variant barrier_plain: C >= B + P as plain numbers",
                                "barrier_safety",
                                () -> wraps(UnsafeVariant.BARRIER_PLAIN),
                                "completed",
                                "wraps"),
                new Row(
                                "R-BAR-6",
                                "the master enters the global barrier at C - B = N - 1, never earlier",
                                "N = 1, 5, 3, 16 on 4 nodes, 12 instances, 6 seeds of arrival times",
                                () -> interleavings(0),
                                BarrierJudges::gate)
                        .control(
                                "variant barrier_pads: the master pads as it joins, pads are taken for arrivals",
                                "all_joined",
                                () -> interleavings(UnsafeVariant.BARRIER_PADS),
                                "gate_value",
                                "completed",
                                "barrier_safety"),
                new Row(
                                "R-BAR-7",
                                "none leaves before all masters have entered, all leave after",
                                "4 tasks on each of 8 nodes, 8 instances, one task of node 0 300 cycles late",
                                () -> List.of(late(new SeedMachine(2, 2, 2, 4))),
                                BarrierJudges::global)
                        .control(
                                "fault barrier_early on node 0: it releases one task early",
                                "behind_all_entries",
                                () -> List.of(late(new SeedMachine(2, 2, 2, 4).fault(FaultId.BARRIER_EARLY, 0, 10))),
                                "barrier_safety"),
                new Row(
                                "R-BAR-8",
                                "back to back without a gap, and with one slow task",
                                "5 tasks on each of 2 nodes, w = 4, 12 instances: no gap; task 3 of node 0 500 cycles late",
                                () -> backToBack(0),
                                BarrierJudges::noGap)
                        .control(
                                "variant barrier_plain: the slow task's companions leave at the wrap",
                                "barrier_safety",
                                () -> backToBack(UnsafeVariant.BARRIER_PLAIN),
                                "completed",
                                "instances"),
                new Row(
                                "R-BAR-9",
                                "nodes with different N, N = 1 among them, in one global barrier",
                                "N = 1, 5, 3, 16 on 4 nodes, 20 instances",
                                () -> List.of(mixed(0)),
                                BarrierJudges::everyNode)
                        .control(
                                "variant barrier_pads: nodes with padding enter the global barrier early",
                                "barrier_safety",
                                () -> List.of(mixed(UnsafeVariant.BARRIER_PADS)),
                                "instances",
                                "completed"),
                new Row(
                                "R-BAR-10",
                                "atomic operations and memory reads of an instance against the baselines",
                                "N = 1 to 16 on one node: the unit, one counter, two barriers, five counters, 6 instances each",
                                () -> BarrierPrograms.allSchemes(BarrierCost.MOST_TASKS, BarrierCost.INSTANCES),
                                BarrierJudges::gain)
                        .control(
                                "software that uses two local barriers in place of the single one",
                                "unit_cost",
                                BarrierRows::twoBarriersInstead,
                                "one_counter_cost",
                                "fewer_operations",
                                "fewer_cycles"));
    }

    // ---- runs

    private static List<SeedRun> widths(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (final int width : new int[] {4, 5, 8}) {
            final SeedMachine machine =
                    new SeedMachine(2, 1, 1, 5).barrier(8, width).flaw(flaw);
            runs.add(BarrierPrograms.storm(machine, 2 * (1 << width) / 8 + 2, NO_TASK, 0, 0, 1));
        }
        return runs;
    }

    private static List<SeedRun> counts(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int n = 1; n <= 16; n++) {
            runs.add(BarrierPrograms.storm(new SeedMachine(1, 1, 1, n).flaw(flaw), 4, NO_TASK, 0, 20, n));
        }
        return runs;
    }

    private static List<SeedRun> interleavings(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= 6; seed++) {
            final SeedMachine machine =
                    new SeedMachine(4, 1, 1, 1).tasks(MIXED).barrier(8, 8).flaw(flaw);
            runs.add(BarrierPrograms.storm(machine, 12, NO_TASK, 0, 60, seed));
        }
        return runs;
    }

    private static List<SeedRun> bases(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= 3; seed++) {
            final SeedMachine machine = new SeedMachine(4, 1, 1, 1)
                    .tasks(List.of(3, 5, 6, 7))
                    .barrier(8, 5)
                    .flaw(flaw);
            runs.add(BarrierPrograms.storm(machine, 20, NO_TASK, 0, 60, seed));
        }
        return runs;
    }

    private static List<SeedRun> wraps(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (final int n : new int[] {1, 2, 3, 5, 8}) {
            int p = 0;
            while (1 << p < n) {
                p++;
            }
            for (final int width : new int[] {p + 1, p + 2, 6}) {
                final SeedMachine machine =
                        new SeedMachine(2, 1, 1, n).barrier(4, width).flaw(flaw).maxCycles(60_000);
                runs.add(BarrierPrograms.storm(machine, (2 << width - p) + 2, NO_TASK, 0, 12, n));
            }
        }
        return runs;
    }

    private static SeedRun late(final SeedMachine machine) {
        return BarrierPrograms.storm(machine, 8, 2, 300, 40, 1);
    }

    private static List<SeedRun> backToBack(final int flaw) {
        final SeedMachine machine = new SeedMachine(2, 1, 1, 5).barrier(4, 4).flaw(flaw);
        return List.of(
                BarrierPrograms.storm(machine, 12, NO_TASK, 0, 0, 1), BarrierPrograms.storm(machine, 12, 3, 500, 0, 1));
    }

    private static SeedRun mixed(final int flaw) {
        return BarrierPrograms.storm(
                new SeedMachine(4, 1, 1, 1).tasks(MIXED).barrier(8, 6).flaw(flaw), 20, NO_TASK, 0, 90, 7);
    }

    private static List<SeedRun> twoBarriersInstead() {
        final List<SeedRun> runs = new ArrayList<>();
        for (int tasks = 1; tasks <= BarrierCost.MOST_TASKS; tasks++) {
            for (final BarrierPrograms.Scheme scheme : BarrierPrograms.Scheme.values()) {
                final boolean baseline = scheme == BarrierPrograms.Scheme.FIVE_COUNTERS;
                runs.add(BarrierPrograms.alone(
                        baseline ? scheme : BarrierPrograms.Scheme.TWO_BARRIERS, tasks, BarrierCost.INSTANCES));
            }
        }
        return runs;
    }
}
