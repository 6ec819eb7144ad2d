// SPDX-License-Identifier: Apache-2.0
package fairlead.requirements;

import fairlead.hw.HwLayout.EventKind;
import fairlead.program.Comparison;
import fairlead.program.Ops;
import fairlead.program.TaskBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Programs around barriers: on the unit, and the same work by loads, fetch-adds and polls of the node's memory. */
final class BarrierPrograms {
    private static final int LINE = 64; // counters lie in lines of their own

    private BarrierPrograms() {}

    /**
     * Every task through so many instances on the unit.
     *
     * @param slow task of node 0 that comes `delay` cycles late each time, or -1
     * @param spread other tasks come up to so many cycles late, drawn from the seed; 0: back to back
     */
    static SeedRun storm(
            final SeedMachine machine,
            final int instances,
            final int slow,
            final int delay,
            final int spread,
            final long seed) {
        final Script script = new Script(machine);
        final SplittableRandom random = new SplittableRandom(seed);
        for (int node = 0; node < machine.tasks().size(); node++) {
            for (int t = 0; t < machine.tasks().get(node); t++) {
                final TaskBuilder task = script.task(node, t);
                int before = -1;
                for (int k = 0; k < instances; k++) {
                    final int late = node == 0 && t == slow ? delay : spread == 0 ? 0 : random.nextInt(spread);
                    final int wait =
                            late == 0 ? before : task.add(Ops.calc(late).requires(before));
                    before = task.add(Ops.barrier().requires(wait));
                }
            }
        }
        return script.run();
    }

    /**
     * One task a node, which is its master, joins in the cycle behind each of its releases: the earliest that software could. Commands do not react, so each round of releases
     * is seen in a run of its own and the next joins are added to it; what has happened before them stays the same.
     */
    static SeedRun withoutGap(final SeedMachine machine, final int instances) {
        final int nodes = machine.tasks().size();
        final List<List<Long>> joins = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            joins.add(new ArrayList<>(List.of(10L + node)));
        }
        while (true) {
            final RawCommands raw = new RawCommands();
            for (int node = 0; node < nodes; node++) {
                for (final long cycle : joins.get(node)) {
                    raw.enter(cycle, node, 0, true);
                }
            }
            final SeedRun run = raw.run(machine);
            boolean more = false;
            for (int node = 0; node < nodes; node++) {
                final int released = run.events().count(node, EventKind.BARRIER_RELEASED);
                if (released == joins.get(node).size() && released < instances) {
                    joins.get(node)
                            .add(run.events()
                                            .last(node, EventKind.BARRIER_RELEASED)
                                            .cycle()
                                    + 1);
                    more = true;
                }
            }
            if (!more) {
                return run;
            }
        }
    }

    /** How tasks of one node synchronise. */
    enum Scheme {
        UNIT,
        ONE_COUNTER,
        TWO_BARRIERS,
        FIVE_COUNTERS
    }

    /** `instances` barriers of `tasks` tasks on one node, back to back; task 0 is the master. */
    static SeedRun alone(final Scheme scheme, final int tasks, final int instances) {
        final Script script = new Script(new SeedMachine(1, 1, 1, tasks).barrier(1, 8));
        for (int t = 0; t < tasks; t++) {
            final Chain chain = new Chain(script.task(0, t), t == 0, tasks);
            for (int k = 0; k < instances; k++) {
                switch (scheme) {
                    case UNIT:
                        chain.add(Ops.barrier());
                        break;
                    case ONE_COUNTER:
                        chain.oneCounter(k);
                        break;
                    case TWO_BARRIERS:
                        chain.local(0, k);
                        chain.local(1, k); // the master's global barrier would lie between the two
                        break;
                    default:
                        chain.fiveCounters(k);
                        break;
                }
            }
        }
        return script.run();
    }

    /** Operations of one task, each after the end of the one before. */
    private static final class Chain {
        private final TaskBuilder task;
        private final boolean master;
        private final int tasks;
        private final int power;
        private int last = -1;

        Chain(final TaskBuilder task, final boolean master, final int tasks) {
            this.task = task;
            this.master = master;
            this.tasks = tasks;
            int p = 1;
            while (p < tasks) {
                p *= 2;
            }
            power = p;
        }

        void add(final fairlead.program.Operation op) {
            last = task.add(op.requires(last));
        }

        private static int counter(final int index) {
            return Script.LANDING + LINE * index;
        }

        private void increment(final int index, final long by) {
            add(Ops.addLocal(counter(index), by));
        }

        private void await(final int index, final long least) {
            add(Ops.poll(counter(index), Comparison.GE, least, 0));
        }

        private void read(final int index) {
            add(Ops.load(counter(index)));
        }

        /** The seed's: the base is read before the own increment; the master's P - N + 1, behind its global barrier, releases. */
        void oneCounter(final int k) {
            final long base = (long) k * power;
            read(0);
            if (master) {
                await(0, base + tasks - 1);
                increment(0, power - tasks + 1L);
            } else {
                increment(0, 1);
                await(0, base + power);
            }
        }

        /** One of two local barriers, gather or release: read the base, join, wait for N joins. */
        void local(final int which, final int k) {
            read(which);
            increment(which, 1);
            await(which, (k + 1L) * tasks);
        }

        /** Counters control, lock[2], status[2]: two phases of N increments, then the master clears both and moves control on. */
        void fiveCounters(final int k) {
            final int lock = 1 + (k & 1);
            final int status = 3 + (k & 1);
            read(0);
            increment(lock, 1);
            await(lock, tasks);
            increment(status, 1);
            if (master) {
                await(status, tasks);
                add(Ops.store(counter(lock), 0));
                add(Ops.store(counter(status), 0));
                increment(0, 1);
            } else {
                await(0, k + 1L);
            }
        }
    }

    /** All schemes for 1 to `most` tasks, four runs each. */
    static List<SeedRun> allSchemes(final int most, final int instances) {
        final List<SeedRun> runs = new ArrayList<>();
        for (int tasks = 1; tasks <= most; tasks++) {
            for (final Scheme scheme : Scheme.values()) {
                runs.add(alone(scheme, tasks, instances));
            }
        }
        return runs;
    }
}
