// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.util.List;
import java.util.function.Supplier;

/** The programs of those controls that concern the DLA. */
final class DlaTraffic {
    private static final int LANDING = Senders.LANDING;
    private static final int STREAMS = LANDING + Senders.MOST / 2;
    private static final int BIG = 16_384;
    private static final int PRESSING = 64;
    /** The length of a put through the store path in bytes, which is the greatest possible. */
    private static final int STORED = 64;

    private DlaTraffic() {}

    /** Returns a program in which two tasks together reserve more DLA words than exist, and use them. */
    static Program poolTwice(final Testbed machine, final int credits) {
        final ProgramBuilder program = Senders.begin(machine, "pool");
        final int[] allocs = new int[2];
        for (int t = 0; t < 2; t++) {
            allocs[t] = program.task(0, t).add(Ops.dlaAlloc(credits, false, false));
        }
        for (int t = 0; t < 2; t++) {
            final TaskBuilder task = program.task(0, t);
            final int put = task.add(Ops.put(1, Senders.SOURCE, LANDING + 64 * t, 64, 64L * t)
                    .path(Path.STORE)
                    .attempt()
                    .after(allocs)
                    .notBefore(50));
            task.add(Ops.dlaEnd().after(put));
        }
        return program.build();
    }

    /** Returns a program in which one task fills a reservation with puts and then executes the operation `last`. */
    static Program reservation(
            final Testbed machine, final int credits, final boolean persistent, final int puts, final Operation last) {
        final ProgramBuilder program = Senders.begin(machine, "reservation");
        final TaskBuilder task = program.task(0, 0);
        int before = task.add(Ops.dlaAlloc(credits, persistent, false));
        for (int i = 0; i < puts; i++) {
            before = task.add(Ops.put(1, Senders.SOURCE, LANDING + 64 * i, 64, 64L * i)
                    .path(Path.STORE)
                    .attempt()
                    .after(before));
        }
        task.add(last.after(before));
        return program.build();
    }

    /**
     * Returns a program in which one task holds the whole pool for a while; the requests of another task are discarded
     * and sent again.
     */
    static Program poolLent(final Testbed machine, final int credits, final int cycles) {
        final ProgramBuilder program = Senders.begin(machine, "pool lent");
        final TaskBuilder task = program.task(0, 0);
        final int alloc = task.add(Ops.dlaAlloc(credits, true, false));
        program.task(0, 1)
                .add(Ops.put(1, Senders.SOURCE, LANDING, 64, 64)
                        .path(Path.INLINE)
                        .requires(alloc));
        task.add(Ops.dlaRelease().requires(alloc).notBefore(cycles));
        return program.build();
    }

    /**
     * Returns a program in which one task keeps the whole pool forever, while another task repeats its request without
     * end.
     */
    static Program poolKept(final Testbed machine, final int credits) {
        final ProgramBuilder program = Senders.begin(machine, "pool kept");
        final int alloc = program.task(0, 0).add(Ops.dlaAlloc(credits, true, false));
        program.task(0, 1)
                .add(Ops.put(1, Senders.SOURCE, LANDING, 64, 64)
                        .path(Path.INLINE)
                        .requires(alloc));
        return program.build();
    }

    /**
     * Returns a program in which, on every node and in every round, task 0 reserves words, stores `puts` puts of 64
     * bytes to the next node and then executes the operations of `last`. Meanwhile task 1 loads the same links.
     *
     * @param last suppliers of new operations for each round; each operation waits for the one before
     */
    static Program rounds(
            final Testbed machine,
            final int rounds,
            final int credits,
            final boolean persistent,
            final int puts,
            final List<Supplier<Operation>> last) {
        final ProgramBuilder program = Senders.begin(machine, "rounds");
        for (int node = 0; node < program.nodes(); node++) {
            final int next = (node + 1) % program.nodes();
            final TaskBuilder task = program.task(node, 0);
            int before = -1;
            for (int round = 0; round < rounds; round++) {
                before = task.add(Ops.dlaAlloc(credits, persistent, false).requires(before));
                for (int i = 0; i < puts; i++) {
                    before = task.add(Ops.put(next, Senders.SOURCE, LANDING + STORED * i, STORED, (long) STORED * i)
                            .path(Path.STORE)
                            .attempt()
                            .after(before));
                }
                for (final Supplier<Operation> make : last) {
                    before = task.add(make.get().after(before));
                }
            }
            press(program, node, 1, next);
        }
        return program.build();
    }

    /**
     * Returns a program in which, on every node and in every round, task 0 holds the whole pool for a while and task 1
     * repeats its request until it is accepted. Meanwhile task 2 loads the same links.
     */
    static Program lendings(final Testbed machine, final int rounds, final int credits, final int cycles) {
        final ProgramBuilder program = Senders.begin(machine, "lendings");
        for (int node = 0; node < program.nodes(); node++) {
            final int next = (node + 1) % program.nodes();
            final TaskBuilder task = program.task(node, 0);
            int before = -1;
            for (int round = 0; round < rounds; round++) {
                final int alloc = task.add(Ops.dlaAlloc(credits, true, false).requires(before));
                final int wait = task.add(Ops.calc(cycles).requires(alloc));
                final int put = program.task(node, 1)
                        .add(Ops.put(next, Senders.SOURCE, LANDING, STORED, STORED)
                                .path(Path.INLINE)
                                .requires(alloc));
                final int release = task.add(Ops.dlaRelease().requires(wait));
                before = task.add(Ops.calc(1).requires(put, release));
            }
            press(program, node, 2, next);
        }
        return program.build();
    }

    private static void press(final ProgramBuilder program, final int node, final int task, final int target) {
        for (int i = 0; i < PRESSING; i++) {
            program.task(node, task)
                    .add(Ops.put(target, Senders.SOURCE, STREAMS + BIG * (i % (Senders.MOST / 2 / BIG)), BIG, 0));
        }
    }
}
