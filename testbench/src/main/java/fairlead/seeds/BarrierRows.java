// SPDX-License-Identifier: Apache-2.0
package fairlead.seeds;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.scenario.BadInput;
import fairlead.scenario.ScenarioReader;
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
                        BarrierRows::width,
                        "variant barrier_wide: the counter keeps 16 bits",
                        () -> widths(UnsafeVariant.BARRIER_WIDE)),
                new Row(
                        "R-BAR-2",
                        "P is the smallest power of two >= N, exact for 1 and powers of two",
                        "N = 1 to 16 on one node, 4 instances each",
                        () -> counts(0),
                        BarrierRows::powers,
                        "variant barrier_mod_n: it counts by N",
                        () -> counts(UnsafeVariant.BARRIER_MOD_N)),
                new Row(
                        "R-BAR-3",
                        "increments of an instance sum to exactly P in all interleavings",
                        "N = 1, 5, 3, 16 on 4 nodes, 12 instances, 6 seeds of arrival times",
                        () -> interleavings(0),
                        BarrierRows::sums,
                        "variant barrier_mod_n: the master adds 1 and no padding",
                        () -> interleavings(UnsafeVariant.BARRIER_MOD_N)),
                new Row(
                        "R-BAR-4",
                        "base sampled before the own increment, equal for all tasks of an instance",
                        "N = 3, 5, 6, 7 on 4 nodes, w = 5, 20 instances, 3 seeds of arrival times",
                        () -> bases(0),
                        BarrierRows::sameBase,
                        "variant barrier_mod_n: base C - C mod N, so bases differ where C wraps inside an instance",
                        () -> bases(UnsafeVariant.BARRIER_MOD_N)),
                new Row(
                        "R-BAR-5",
                        "release test holds through every wrap",
                        "N = 1, 2, 3, 5, 8, each with w = p + 1, p + 2, 6, two full wraps and more, on 2 nodes",
                        () -> wraps(0),
                        BarrierRows::released,
                        "variant barrier_plain: C >= B + P as plain numbers",
                        () -> wraps(UnsafeVariant.BARRIER_PLAIN)),
                new Row(
                        "R-BAR-6",
                        "the master enters the global barrier at C - B = N - 1, never earlier",
                        "N = 1, 5, 3, 16 on 4 nodes, 12 instances, 6 seeds of arrival times",
                        () -> interleavings(0),
                        BarrierRows::gate,
                        "variant barrier_pads: the master pads as it joins, pads are taken for arrivals",
                        () -> interleavings(UnsafeVariant.BARRIER_PADS)),
                new Row(
                        "R-BAR-7",
                        "none leaves before all masters have entered, all leave after",
                        "4 tasks on each of 8 nodes, 8 instances, one task of node 0 300 cycles late",
                        () -> List.of(late(new SeedMachine(2, 2, 2, 4))),
                        BarrierRows::global,
                        "fault barrier_early on node 0: it releases one task early",
                        () -> List.of(late(new SeedMachine(2, 2, 2, 4).fault(FaultId.BARRIER_EARLY, 0, 10)))),
                new Row(
                        "R-BAR-8",
                        "back to back without a gap, and with one slow task",
                        "5 tasks on each of 2 nodes, w = 4, 12 instances: no gap; task 3 of node 0 500 cycles late",
                        () -> backToBack(0),
                        BarrierRows::noGap,
                        "variant barrier_plain: the slow task's companions leave at the wrap",
                        () -> backToBack(UnsafeVariant.BARRIER_PLAIN)),
                new Row(
                        "R-BAR-9",
                        "nodes with different N, N = 1 among them, in one global barrier",
                        "N = 1, 5, 3, 16 on 4 nodes, 20 instances",
                        () -> List.of(mixed(0)),
                        BarrierRows::everyNode,
                        "variant barrier_pads: nodes with padding enter the global barrier early",
                        () -> List.of(mixed(UnsafeVariant.BARRIER_PADS))),
                new Row(
                        "R-BAR-10",
                        "atomic operations and memory reads of an instance against the baselines",
                        "N = 1 to 16 on one node: the unit, one counter, two barriers, five counters, 6 instances each",
                        () -> BarrierPrograms.allSchemes(BarrierCost.MOST_TASKS, BarrierCost.INSTANCES),
                        BarrierRows::gain,
                        "software that uses two local barriers in place of the single one",
                        BarrierRows::twoBarriersInstead));
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

    // ---- predicates

    private static boolean isRefused(final int tasks, final int width) {
        final String yaml = "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [2, 1, 1], tasks_per_node: "
                + tasks + ", barrier_width: " + width + "}, workload: {kind: barrier_storm}}";
        try {
            ScenarioReader.parse(yaml, "case.yaml", "case", new ArrayList<>());
            return false;
        } catch (final BadInput e) {
            return e.getMessage().contains("barrier_width");
        }
    }

    private static void width(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            final int width = run.machine().barrierWidth();
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                long most = 0;
                for (final Events.Event e : trace.globals) {
                    most = Math.max(most, e.b());
                }
                for (final List<Events.Event> joins : trace.joins) {
                    most = Math.max(
                            most,
                            joins.stream().mapToLong(Events.Event::b).max().orElse(0));
                }
                found.need(most <= trace.mask, "w = %d: C reaches %d", width, most);
                found.need(trace.wraps() >= 1, "w = %d: C does not wrap", width);
                if (trace.node == 0) {
                    found.say("w = %d: C at most %d, %d wraps", width, most, trace.wraps());
                }
            }
            found.needs(run, "barrier_safety");
        }
        found.need(isRefused(5, 3) && !isRefused(5, 4), "5 tasks with w = 3 are not refused, or with w = 4 are")
                .say("5 tasks with w = 3 refused, with w = 4 taken");
    }

    private static void powers(final List<SeedRun> runs, final Finding found) {
        final StringBuilder table = new StringBuilder();
        for (final SeedRun run : runs) {
            final BarrierTrace trace = new BarrierTrace(run, 0);
            found.needs(run, "barrier_safety");
            found.need(trace.globals.size() == 4, "N = %d: %d instances of 4", trace.tasks, trace.globals.size());
            for (int k = 0; k + 1 < trace.globals.size(); k++) {
                found.need(
                        trace.advance(k) == trace.power,
                        "N = %d: C advances by %d, P is %d",
                        trace.tasks,
                        trace.advance(k),
                        trace.power);
            }
            table.append(' ').append(trace.tasks).append(':').append(trace.globals.size() > 1 ? trace.advance(0) : 0);
        }
        found.say("N:advance%s", table);
    }

    private static void sums(final List<SeedRun> runs, final Finding found) {
        int instances = 0;
        for (final SeedRun run : runs) {
            found.needs(run, "barrier_safety");
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                for (int k = 0; k + 1 < trace.globals.size(); k++) {
                    instances++;
                    found.need(
                            trace.advance(k) == trace.power,
                            "node %d, instance %d: sum %d, P %d",
                            trace.node,
                            k,
                            trace.advance(k),
                            trace.power);
                }
            }
        }
        found.need(instances > 0, "no instance").say("%d instances summed", instances);
    }

    private static void sameBase(final List<SeedRun> runs, final Finding found) {
        int joins = 0;
        for (final SeedRun run : runs) {
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                for (int k = 0; k < trace.instances(); k++) {
                    found.need(
                            trace.releasedTogether(k),
                            "node %d, instance %d: tasks of one instance have different bases: they leave apart",
                            trace.node,
                            k);
                }
                for (int k = 0; k < trace.instances(); k++) {
                    final long base = (long) k * trace.power & trace.mask;
                    for (int t = 0; t < trace.tasks; t++) {
                        joins++;
                        found.need(
                                trace.base(trace.before(t, k)) == base,
                                "node %d, instance %d, task %d: base %d, of the instance %d",
                                trace.node,
                                k,
                                t,
                                trace.base(trace.before(t, k)),
                                base);
                    }
                }
                found.need(trace.instances() == 20, "node %d: %d instances of 20", trace.node, trace.instances());
            }
            found.needs(run, "barrier_safety");
        }
        found.say("%d joins looked at", joins);
    }

    private static void released(final List<SeedRun> runs, final Finding found) {
        long wraps = 0;
        long releases = 0;
        for (final SeedRun run : runs) {
            found.needs(run, "barrier_safety");
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                found.need(
                        trace.wraps() >= 2,
                        "N = %d, w = %d: %d wraps",
                        trace.tasks,
                        run.machine().barrierWidth(),
                        trace.wraps());
                wraps += trace.wraps();
                releases += trace.releases.stream().mapToInt(List::size).sum();
            }
        }
        found.say("%d wraps in %d machines, %d releases judged", wraps, runs.size(), releases);
    }

    private static void gate(final List<SeedRun> runs, final Finding found) {
        int entries = 0;
        for (final SeedRun run : runs) {
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                for (int k = 0; k < trace.globals.size(); k++) {
                    entries++;
                    final long counter = trace.globals.get(k).b();
                    found.need(
                            trace.arrived(k) == trace.tasks,
                            "node %d, instance %d: %d of %d tasks in",
                            trace.node,
                            k,
                            trace.arrived(k),
                            trace.tasks);
                    found.need(
                            (counter & trace.power - 1) == trace.tasks - 1,
                            "node %d, instance %d: C - B = %d",
                            trace.node,
                            k,
                            counter & trace.power - 1);
                }
            }
            found.needs(run, "barrier_safety");
        }
        found.need(entries > 0, "no entry").say("%d entries of masters looked at", entries);
    }

    private static void global(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            final List<BarrierTrace> traces = BarrierTrace.of(run);
            final int instances =
                    traces.stream().mapToInt(t -> t.globals.size()).min().orElse(0);
            found.need(instances == 8, "%d instances of 8", instances);
            long least = Long.MAX_VALUE;
            for (int k = 0; k < instances; k++) {
                final int instance = k;
                final long entered = traces.stream()
                        .mapToLong(t -> t.globals.get(instance).cycle())
                        .max()
                        .orElse(0);
                for (final BarrierTrace trace : traces) {
                    for (final List<Events.Event> releases : trace.releases) {
                        final long left = releases.size() > k ? releases.get(k).cycle() : Long.MAX_VALUE;
                        found.need(
                                left < Long.MAX_VALUE, "node %d, instance %d: a task never left", trace.node, instance);
                        found.need(
                                left > entered,
                                "node %d, instance %d: released in cycle %d, the last master entered in %d",
                                trace.node,
                                instance,
                                left,
                                entered);
                        least = Math.min(least, left - entered);
                    }
                }
            }
            found.say("%d instances: the first release is %d cycles behind the last master's entry", instances, least);
            found.needs(run, "barrier_safety");
        }
    }

    private static void noGap(final List<SeedRun> runs, final Finding found) {
        for (int r = 0; r < runs.size(); r++) {
            final SeedRun run = runs.get(r);
            found.needs(run, "barrier_safety");
            final BarrierTrace trace = new BarrierTrace(run, 0);
            long gap = 0;
            for (int k = 0;
                    k + 1 < trace.instances() && k < trace.releases.get(1).size();
                    k++) {
                gap = Math.max(
                        gap,
                        trace.joins.get(1).get(k + 1).cycle()
                                - trace.releases.get(1).get(k).cycle());
            }
            found.need(trace.instances() == 12, "%d instances of 12", trace.instances());
            found.need(
                    gap <= run.machine().latency().software() + 16,
                    "task 1 joins again %d cycles after its release",
                    gap);
            found.say(
                    "%s: 12 instances in %d cycles, the next join %d cycles behind the release",
                    r == 0 ? "no gap" : "one slow task", run.execution().cycles(), gap);
        }
    }

    private static void everyNode(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            final List<BarrierTrace> traces = BarrierTrace.of(run);
            for (final BarrierTrace trace : traces) {
                found.need(
                        trace.globals.size() == 20,
                        "node %d with N = %d: %d instances of 20",
                        trace.node,
                        trace.tasks,
                        trace.globals.size());
            }
            found.needs(run, "barrier_safety");
            found.say(
                    "20 instances of nodes with N = %s, %d releases checked",
                    run.machine().tasks(), run.verdict("barrier_safety").checked());
        }
    }

    private static void gain(final List<SeedRun> runs, final Finding found) {
        final int schemes = BarrierPrograms.Scheme.values().length;
        for (int r = 0; r + schemes <= runs.size(); r += schemes) {
            final int n = r / schemes + 1;
            runs.subList(r, r + schemes)
                    .forEach(run -> found.need(run.completed(), "N = %d: a run did not complete", n));
            final BarrierCost unit = BarrierCost.of(runs.get(r));
            final BarrierCost one = BarrierCost.of(runs.get(r + 1));
            final BarrierCost two = BarrierCost.of(runs.get(r + 2));
            final BarrierCost five = BarrierCost.of(runs.get(r + 3));
            found.need(
                    unit.atomics() == n && unit.reads() == 0,
                    "N = %d: the unit needs %.1f atomics and %.1f reads",
                    n,
                    unit.atomics(),
                    unit.reads());
            found.need(one.atomics() == n, "N = %d: one counter needs %.1f atomics", n, one.atomics());
            found.need(
                    one.atomics() < two.atomics() && one.atomics() < five.atomics() && one.reads() < two.reads(),
                    "N = %d: one counter needs no fewer operations than the baselines",
                    n);
            found.need(
                    unit.cycles() < two.cycles() && unit.cycles() < five.cycles(),
                    "N = %d: the unit takes %.1f cycles",
                    n,
                    unit.cycles());
            if (n == 1 || n == 5 || n == BarrierCost.MOST_TASKS) {
                found.say(
                        "N = %d, atomics/reads/cycles: unit %.0f/%.0f/%.1f, one counter %.0f/%.0f/%.1f, two barriers"
                                + " %.0f/%.0f/%.1f, five counters %.0f/%.0f/%.1f",
                        n,
                        unit.atomics(),
                        unit.reads(),
                        unit.cycles(),
                        one.atomics(),
                        one.reads(),
                        one.cycles(),
                        two.atomics(),
                        two.reads(),
                        two.cycles(),
                        five.atomics(),
                        five.reads(),
                        five.cycles());
            }
        }
    }
}
