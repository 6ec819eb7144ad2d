// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.EventKind;
import fairlead.program.Comparison;
import fairlead.program.Ops;
import fairlead.program.TaskBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Programs with barriers: on the barrier unit, and with the same work done by loads, fetch-adds and polls of node
 * memory.
 */
final class BarrierPrograms {
    private static final int LINE = 64; // bytes; every counter has a cache line of its own

    private BarrierPrograms() {}

    /**
     * Runs a program in which every task passes `instances` barriers of the unit.
     *
     * @param slow the task of node 0 that joins `delay` cycles later each time, or -1
     * @param spread the greatest delay of the other tasks in cycles, drawn from the seed; 0 means no delay
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
     * Runs a machine with one task per node, the master, which joins again in the cycle after each of its releases: the
     * earliest possible cycle for software. Raw commands cannot react to events, so each round of releases is observed
     * in a run of its own, and the next joins are added to the next run; the earlier cycles are equal in all runs.
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

    /** The way in which the tasks of one node synchronise. */
    enum Scheme {
        UNIT,
        ONE_COUNTER,
        TWO_BARRIERS,
        FIVE_COUNTERS
    }

    /** Runs `instances` barriers of `tasks` tasks on one node without pauses; task 0 is the master. */
    static SeedRun alone(final Scheme scheme, final int tasks, final int instances) {
        final Script script = new Script(new SeedMachine(1, 1, 1, tasks).barrier(1, 8));
        for (int t = 0; t < tasks; t++) {
            final Chain chain = new Chain(script.task(0, t), t == 0, tasks);
            for (int k = 0; k < instances; k++) {
                switch (scheme) {
                    case UNIT -> chain.add(Ops.barrier());
                    case ONE_COUNTER -> chain.oneCounter(k);
                    case TWO_BARRIERS -> {
                        chain.local(0, k);
                        chain.local(1, k); // the global barrier of the master would be between the two local ones
                    }
                    default -> chain.fiveCounters(k);
                }
            }
        }
        return script.run();
    }

    /** The operations of one task, each of which begins when the previous one has ended. */
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

        /**
         * Adds the barrier of the seed patent: each task reads the base before its own increment; the master adds P - N
         * + 1 after its global barrier, which releases all tasks.
         */
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

        /** Adds one of two local barriers, gather or release: read the base, join, wait for N joins. */
        void local(final int which, final int k) {
            read(which);
            increment(which, 1);
            await(which, (k + 1L) * tasks);
        }

        /**
         * Adds a barrier with the counters control, lock[2] and status[2]: two phases of N increments each; then the
         * master clears lock and status and increments control.
         */
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

    /** Runs all four schemes for 1 to `most` tasks. */
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
