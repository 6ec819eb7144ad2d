// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.scenario.BadInput;
import fairlead.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;

/** The predicates of the requirements R-BAR-1 to R-BAR-10. */
final class BarrierJudges {
    private BarrierJudges() {}

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

    static void width(final List<SeedRun> runs, final Finding found) {
        runs.subList(BarrierRows.WIDTHS, runs.size()).forEach(run -> CounterPrograms.judge(run, found));
        for (final SeedRun run : runs.subList(0, BarrierRows.WIDTHS)) {
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
                found.need("width_bits", most <= trace.mask, "w = %d: C reaches %d", width, most);
                found.need("wraps", trace.wraps() >= 1, "w = %d: C does not wrap", width);
                if (trace.node == 0) {
                    found.say("w = %d: C at most %d, %d wraps", width, most, trace.wraps());
                }
            }
            found.needs(run, "barrier_safety");
        }
        found.need(
                        "width_refused",
                        isRefused(5, 3) && !isRefused(5, 4),
                        "5 tasks with w = 3 are not refused, or with w = 4 are")
                .say("5 tasks with w = 3 refused, with w = 4 taken");
    }

    static void powers(final List<SeedRun> runs, final Finding found) {
        final StringBuilder table = new StringBuilder();
        for (final SeedRun run : runs) {
            final BarrierTrace trace = new BarrierTrace(run, 0);
            found.needs(run, "barrier_safety");
            found.need(
                    "instances",
                    trace.globals.size() == 4,
                    "N = %d: %d instances of 4",
                    trace.tasks,
                    trace.globals.size());
            for (int k = 0; k + 1 < trace.globals.size(); k++) {
                found.need(
                        "advance",
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

    static void sums(final List<SeedRun> runs, final Finding found) {
        int instances = 0;
        for (final SeedRun run : runs) {
            found.needs(run, "barrier_safety");
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                for (int k = 0; k + 1 < trace.globals.size(); k++) {
                    instances++;
                    found.need(
                            "advance",
                            trace.advance(k) == trace.power,
                            "node %d, instance %d: sum %d, P %d",
                            trace.node,
                            k,
                            trace.advance(k),
                            trace.power);
                }
            }
        }
        found.need("instance_seen", instances > 0, "no instance").say("%d instances summed", instances);
    }

    static void sameBase(final List<SeedRun> runs, final Finding found) {
        int joins = 0;
        for (final SeedRun run : runs) {
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                for (int k = 0; k < trace.instances(); k++) {
                    found.need(
                            "released_together",
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
                                "same_base",
                                trace.base(trace.before(t, k)) == base,
                                "node %d, instance %d, task %d: base %d, of the instance %d",
                                trace.node,
                                k,
                                t,
                                trace.base(trace.before(t, k)),
                                base);
                    }
                }
                found.need(
                        "instances",
                        trace.instances() == 20,
                        "node %d: %d instances of 20",
                        trace.node,
                        trace.instances());
            }
            found.needs(run, "barrier_safety");
        }
        found.say("%d joins looked at", joins);
    }

    static void released(final List<SeedRun> runs, final Finding found) {
        long wraps = 0;
        long releases = 0;
        for (final SeedRun run : runs) {
            found.needs(run, "barrier_safety");
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                found.need(
                        "wraps",
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

    static void gate(final List<SeedRun> runs, final Finding found) {
        int entries = 0;
        for (final SeedRun run : runs) {
            for (final BarrierTrace trace : BarrierTrace.of(run)) {
                for (int k = 0; k < trace.globals.size(); k++) {
                    entries++;
                    final long counter = trace.globals.get(k).b();
                    found.need(
                            "all_joined",
                            trace.arrived(k) == trace.tasks,
                            "node %d, instance %d: %d of %d tasks in",
                            trace.node,
                            k,
                            trace.arrived(k),
                            trace.tasks);
                    found.need(
                            "gate_value",
                            (counter & trace.power - 1) == trace.tasks - 1,
                            "node %d, instance %d: C - B = %d",
                            trace.node,
                            k,
                            counter & trace.power - 1);
                }
            }
            found.needs(run, "barrier_safety");
        }
        found.need("entry_seen", entries > 0, "no entry").say("%d entries of masters looked at", entries);
    }

    static void global(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            final List<BarrierTrace> traces = BarrierTrace.of(run);
            final int instances =
                    traces.stream().mapToInt(t -> t.globals.size()).min().orElse(0);
            found.need("instances", instances == 8, "%d instances of 8", instances);
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
                                "all_leave",
                                left < Long.MAX_VALUE,
                                "node %d, instance %d: a task never left",
                                trace.node,
                                instance);
                        found.need(
                                "behind_all_entries",
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

    static void noGap(final List<SeedRun> runs, final Finding found) {
        for (int r = BarrierRows.PROGRAMS; r < runs.size(); r++) {
            zeroGap(runs.get(r), found);
        }
        for (int r = 0; r < BarrierRows.PROGRAMS; r++) {
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
            found.need("instances", trace.instances() == 12, "%d instances of 12", trace.instances());
            found.need(
                    "gap",
                    gap <= run.machine().latency().software() + 16,
                    "task 1 joins again %d cycles after its release",
                    gap);
            found.say(
                    "%s: 12 instances in %d cycles, the next join %d cycles behind the release",
                    r == 0 ? "no gap" : "one slow task", run.execution().cycles(), gap);
        }
    }

    /** Judges runs with one task per node, which joins again in the cycle after each of its releases. */
    static void zeroGap(final SeedRun run, final Finding found) {
        final List<BarrierTrace> traces = BarrierTrace.of(run);
        long gap = 0;
        int ahead = 0;
        for (final BarrierTrace trace : traces) {
            final List<Events.Event> joins = trace.joins.get(0);
            final List<Events.Event> releases = trace.releases.get(0);
            found.need("instances", releases.size() == 12, "node %d: %d instances of 12", trace.node, releases.size());
            for (int k = 0; k < releases.size(); k++) {
                final long left = releases.get(k).cycle();
                gap = k + 1 < joins.size() ? Math.max(gap, joins.get(k + 1).cycle() - left) : gap;
                for (final BarrierTrace other : traces) {
                    final long entered =
                            other.globals.size() > k ? other.globals.get(k).cycle() : Long.MAX_VALUE;
                    found.need(
                            "behind_all_entries",
                            left > entered,
                            "instance %d: node %d released in cycle %d, node %d in the global barrier in %d",
                            k,
                            trace.node,
                            left,
                            other.node,
                            entered);
                    ahead += other.globals.size() > k + 1
                                    && other.globals.get(k + 1).cycle() < left
                            ? 1
                            : 0;
                }
            }
        }
        final boolean tree = run.machine().barrier().isTree();
        final boolean skewed = tree || run.machine().latency().barrierSpread() > 0;
        found.need("zero_gap", gap == 1, "joins %d cycles behind a release", gap)
                .need(
                        "overlap",
                        ahead > 0 == skewed,
                        "%d entries into an instance before another node left the last",
                        ahead)
                .need("no_assertion", run.failure().isEmpty(), "%s", run.failure())
                .say(
                        "%s: joins %d cycle behind each release, %d times a node was in the next instance before another had left the last",
                        tree
                                ? "tree of " + run.machine().nodes()
                                : "spread " + run.machine().latency().barrierSpread(),
                        gap,
                        ahead);
    }

    static void everyNode(final List<SeedRun> runs, final Finding found) {
        for (final SeedRun run : runs) {
            final List<BarrierTrace> traces = BarrierTrace.of(run);
            for (final BarrierTrace trace : traces) {
                found.need(
                        "instances",
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

    static void gain(final List<SeedRun> runs, final Finding found) {
        final int schemes = BarrierPrograms.Scheme.values().length;
        for (int r = 0; r + schemes <= runs.size(); r += schemes) {
            final int n = r / schemes + 1;
            runs.subList(r, r + schemes)
                    .forEach(run -> found.need("completed", run.completed(), "N = %d: a run did not complete", n));
            for (int s = 0; s < schemes; s++) {
                final SeedRun run = runs.get(r + s);
                found.need(
                        "accesses",
                        BarrierCost.accesses(run) == BarrierCost.asked(run),
                        "N = %d, scheme %d: %d accesses of memory, %d asked for",
                        n,
                        s,
                        BarrierCost.accesses(run),
                        BarrierCost.asked(run));
            }
            final BarrierCost unit = BarrierCost.of(runs.get(r));
            final BarrierCost one = BarrierCost.of(runs.get(r + 1));
            final BarrierCost two = BarrierCost.of(runs.get(r + 2));
            final BarrierCost five = BarrierCost.of(runs.get(r + 3));
            found.need(
                    "unit_cost",
                    unit.atomics() == n && unit.reads() == 0,
                    "N = %d: the unit needs %.1f atomics and %.1f reads",
                    n,
                    unit.atomics(),
                    unit.reads());
            found.need(
                    "one_counter_cost", one.atomics() == n, "N = %d: one counter needs %.1f atomics", n, one.atomics());
            found.need(
                    "fewer_operations",
                    one.atomics() < two.atomics() && one.atomics() < five.atomics() && one.reads() < two.reads(),
                    "N = %d: one counter needs no fewer operations than the baselines",
                    n);
            found.need(
                    "fewer_cycles",
                    unit.cycles() < two.cycles() && unit.cycles() < five.cycles(),
                    "N = %d: the unit takes %.1f cycles",
                    n,
                    unit.cycles());
            if (n == 1 || n == 5 || n == BarrierCost.MOST_TASKS) {
                tell(found, n, unit, one, two, five);
            }
        }
    }

    private static void tell(
            final Finding found,
            final int n,
            final BarrierCost unit,
            final BarrierCost one,
            final BarrierCost two,
            final BarrierCost five) {
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
