// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.BarrierMaster;
import fairlead.machine.GlobalBarrier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The rows of R-BAR-1 to R-BAR-10, from seed US 9,459,934. */
final class BarrierRows {
    private static final List<Integer> MIXED = List.of(1, 5, 3, 16);
    private static final int NO_TASK = -1;

    /** The number of R-BAR-1 runs that execute barriers; the other runs use the counter alone. */
    static final int WIDTHS = 3;

    /** The number of R-BAR-8 runs that execute programs; the other runs give each join in the cycle after a release. */
    static final int PROGRAMS = 2;

    private static final int SPREAD = 60;

    private BarrierRows() {}

    static List<RequirementRow> all() {
        return Stream.of(counter(), release(), networks()).flatMap(List::stream).toList();
    }

    /** Returns the rows about the counter and the number that an instance adds to it. */
    private static List<RequirementRow> counter() {
        return List.of(
                new RequirementRow(
                                "R-BAR-1",
                                "counter of w bits, fetch-add of k; w >= p + 1",
                                "5 tasks on each of 2 nodes, w = 4, 5, 8, through the wrap; a scenario with w = p; on one node with"
                                        + " w = 4, 5, 8, 16: 24 adds of up to 65535 by 5 tasks in cycle after cycle, reads, adds and a join that"
                                        + " are refused, and the barrier beside them",
                                () -> widths(0),
                                BarrierJudges::width)
                        .control(
                                "variant barrier_wide: the counter keeps 16 bits",
                                "width_bits",
                                () -> widths(UnsafeVariant.BARRIER_WIDE),
                                "wraps",
                                "fetched",
                                "sum_read",
                                "unaligned_refused",
                                "inside_refused",
                                "read_inside",
                                "instance_advances",
                                "barrier_safety")
                        .control(
                                "variant barrier_torn: an add starts from what C was a cycle before",
                                "fetched",
                                () -> widths(UnsafeVariant.BARRIER_TORN),
                                "sum_read",
                                "unaligned_refused",
                                "inside_refused",
                                "read_inside",
                                "instance_advances"),
                new RequirementRow(
                                "R-BAR-2",
                                "P is the smallest power of two >= N, exact for 1 and powers of two",
                                "N = 1 to 16 on one node, 4 instances each",
                                () -> counts(0),
                                BarrierJudges::powers)
                        .control(
                                "variant barrier_mod_n: it counts by N",
                                "advance",
                                () -> counts(UnsafeVariant.BARRIER_MOD_N),
                                "barrier_safety"),
                new RequirementRow(
                                "R-BAR-3",
                                "increments of an instance sum to exactly P in all interleavings",
                                "N = 1, 5, 3, 16 on 4 nodes, masters drawn per node, 12 instances, 6 seeds of arrival times",
                                () -> interleavings(0),
                                BarrierJudges::sums)
                        .control(
                                "variant barrier_mod_n: the master adds 1 and no padding",
                                "advance",
                                () -> interleavings(UnsafeVariant.BARRIER_MOD_N),
                                "barrier_safety"));
    }

    /** Returns the rows about the release of tasks. */
    private static List<RequirementRow> release() {
        return List.of(
                new RequirementRow(
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
                new RequirementRow(
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
                new RequirementRow(
                                "R-BAR-6",
                                "the master enters the global barrier at C - B = N - 1, never earlier",
                                "N = 1, 5, 3, 16 on 4 nodes, masters drawn per node, 12 instances, 6 seeds of arrival times",
                                () -> interleavings(0),
                                BarrierJudges::gate)
                        .control(
                                "variant barrier_pads: the master pads as it joins, pads are taken for arrivals",
                                "all_joined",
                                () -> interleavings(UnsafeVariant.BARRIER_PADS),
                                "gate_value",
                                "completed",
                                "barrier_safety"),
                new RequirementRow(
                                "R-BAR-7",
                                "none leaves before all masters have entered, all leave after",
                                "4 tasks on each of 8 nodes, 8 instances, one task of node 0 300 cycles late; the same with a global"
                                        + " network that takes up to 60 cycles more from each node and to it, and masters drawn per node;"
                                        + " the same over the tree of the collective network",
                                () -> List.of(late(new SeedMachine(2, 2, 2, 4)), late(skewed()), late(tree(8, 4))),
                                BarrierJudges::global)
                        .control(
                                "fault barrier_early on node 0: it releases one task early",
                                "behind_all_entries",
                                () -> List.of(
                                        late(new SeedMachine(2, 2, 2, 4).fault(FaultId.BARRIER_EARLY, 0, 10)),
                                        late(skewed())),
                                "barrier_safety"));
    }

    /** Returns the rows about successive instances, unequal nodes and costs. */
    private static List<RequirementRow> networks() {
        return List.of(
                new RequirementRow(
                                "R-BAR-8",
                                "back to back without a gap, and with one slow task",
                                "5 tasks on each of 2 nodes, w = 4, 12 instances: no gap; task 3 of node 0 500 cycles late; 2 and 4 nodes"
                                        + " whose joins are given in the cycle behind each release, over a global network of 2 cycles and of up"
                                        + " to 60 more from each node and to it, and of 7 and 12 nodes over the tree of the collective network",
                                () -> backToBack(0),
                                BarrierJudges::noGap)
                        .control(
                                "variant barrier_plain: the slow task's companions leave at the wrap",
                                "barrier_safety",
                                () -> backToBack(UnsafeVariant.BARRIER_PLAIN),
                                "completed",
                                "instances",
                                "behind_all_entries",
                                "overlap",
                                "zero_gap")
                        .control(
                                "variant barrier_two: two patterns, and entry when the idle one is seen, in place of three",
                                "behind_all_entries",
                                () -> backToBack(UnsafeVariant.BARRIER_TWO),
                                "instances",
                                "overlap"),
                new RequirementRow(
                                "R-BAR-9",
                                "nodes with different N, N = 1 among them, in one global barrier",
                                "N = 1, 5, 3, 16 on 4 nodes, the last task of each its master, 20 instances",
                                () -> List.of(mixed(0)),
                                BarrierJudges::everyNode)
                        .control(
                                "variant barrier_pads: nodes with padding enter the global barrier early",
                                "barrier_safety",
                                () -> List.of(mixed(UnsafeVariant.BARRIER_PADS)),
                                "instances",
                                "completed"),
                new RequirementRow(
                                "R-BAR-10",
                                "atomic operations and memory reads of an instance against the baselines",
                                "N = 1 to 16 on one node: the unit, one counter, two barriers, five counters, 6 instances each",
                                () -> costs(BarrierPrograms.Scheme.UNIT, BarrierPrograms.Scheme.UNIT),
                                BarrierJudges::gain)
                        .partial(
                                "a waiting loop of a baseline counts as one read, however often it looks; all accesses of a cycle act in it, so"
                                        + " what tasks cost each other at the memory is in none of the cycles")
                        .control(
                                "software that uses two local barriers in place of the unit",
                                "unit_cost",
                                () -> costs(BarrierPrograms.Scheme.UNIT, BarrierPrograms.Scheme.TWO_BARRIERS),
                                "fewer_cycles")
                        .control(
                                "software that uses two local barriers in place of the single one",
                                "fewer_operations",
                                () -> costs(BarrierPrograms.Scheme.ONE_COUNTER, BarrierPrograms.Scheme.TWO_BARRIERS),
                                "one_counter_cost"));
    }

    // ---- runs

    private static List<SeedRun> widths(final int flaw) {
        final List<SeedRun> runs = new ArrayList<>();
        for (final int width : new int[] {4, 5, 8}) {
            final SeedMachine machine =
                    new SeedMachine(2, 1, 1, 5).barrier(8, width).flaw(flaw);
            runs.add(BarrierPrograms.storm(machine, 2 * (1 << width) / 8 + 2, NO_TASK, 0, 0, 1));
        }
        for (final int width : new int[] {4, 5, 8, 16}) {
            runs.add(CounterPrograms.run(new SeedMachine(1, 1, 1, CounterPrograms.TASKS)
                    .barrier(8, width)
                    .flaw(flaw)));
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
            final SeedMachine machine = new SeedMachine(4, 1, 1, 1)
                    .tasks(MIXED)
                    .barrier(8, 8)
                    .master(BarrierMaster.DRAWN)
                    .flaw(flaw);
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
                BarrierPrograms.storm(machine, 12, NO_TASK, 0, 0, 1),
                BarrierPrograms.storm(machine, 12, 3, 500, 0, 1),
                withoutGap(4, 0, 1, flaw),
                withoutGap(4, SPREAD, 1, flaw),
                withoutGap(2, SPREAD, 1, flaw),
                withoutGap(2, SPREAD, 2, flaw),
                withoutGap(2, SPREAD, 3, flaw),
                treeWithoutGap(7, flaw),
                treeWithoutGap(12, flaw));
    }

    /** Runs the machine of {@link #withoutGap} whose barrier uses the tree of the collective network. */
    static SeedRun treeWithoutGap(final int nodes, final int flaw) {
        return BarrierPrograms.withoutGap(tree(nodes, 1).barrier(2, 4).flaw(flaw), 12);
    }

    private static SeedMachine tree(final int nodes, final int tasks) {
        return new SeedMachine(nodes, 1, 1, tasks).network(GlobalBarrier.TREE);
    }

    /** Runs a machine with one task per node, which joins again in the cycle after each of its releases. */
    static SeedRun withoutGap(final int nodes, final int spread, final long seed, final int flaw) {
        return BarrierPrograms.withoutGap(
                new SeedMachine(nodes, 1, 1, 1)
                        .barrier(2, 4)
                        .spread(spread)
                        .seed(seed)
                        .flaw(flaw),
                12);
    }

    private static SeedMachine skewed() {
        return new SeedMachine(2, 2, 2, 4).spread(SPREAD).master(BarrierMaster.DRAWN);
    }

    /** Runs all schemes, with `instead` in place of `scheme`. */
    private static List<SeedRun> costs(final BarrierPrograms.Scheme scheme, final BarrierPrograms.Scheme instead) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int tasks = 1; tasks <= BarrierCost.MOST_TASKS; tasks++) {
            for (final BarrierPrograms.Scheme each : BarrierPrograms.Scheme.values()) {
                runs.add(BarrierPrograms.alone(each == scheme ? instead : each, tasks, BarrierCost.INSTANCES));
            }
        }
        return runs;
    }

    private static SeedRun mixed(final int flaw) {
        return BarrierPrograms.storm(
                new SeedMachine(4, 1, 1, 1)
                        .tasks(MIXED)
                        .barrier(8, 6)
                        .master(BarrierMaster.LAST)
                        .flaw(flaw),
                20,
                NO_TASK,
                0,
                90,
                7);
    }
}
