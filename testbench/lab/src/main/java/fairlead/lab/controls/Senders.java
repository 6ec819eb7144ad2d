// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.program.Comparison;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Programs of the controls, with little software and much traffic. */
final class Senders {
    static final int SOURCE = 0;
    static final int LANDING = 1 << 16;
    static final int MOST = 1 << 18;
    private static final int BIG = 4096;
    private static final int EPOCH = 7;

    private Senders() {}

    static ProgramBuilder begin(final Testbed machine, final String name) {
        final ProgramBuilder program = machine.program(name);
        program.windows().everywhere("source", 1 << 16);
        program.windows().everywhere("landing", MOST);
        program.windows().everywhere("word", 64);
        return program;
    }

    /** Returns a program in which all nodes at once put to the node whose rank is `step` higher. */
    static Program shift(final Testbed machine, final int step, final int bytes) {
        final ProgramBuilder program = begin(machine, "shift");
        for (int node = 0; node < program.nodes(); node++) {
            program.task(node, 0).add(Ops.put((node + step) % program.nodes(), SOURCE, LANDING, bytes, 0));
        }
        return program.build();
    }

    /** Returns a program in which every task of every node puts repeatedly to the node whose rank is `step` higher. */
    static Program streams(final Testbed machine, final int tasks, final int step, final int puts, final int bytes) {
        final ProgramBuilder program = begin(machine, "streams");
        final int n = program.nodes();
        final int each = MOST / (tasks * puts);
        for (int node = 0; node < n; node++) {
            for (int i = 0; i < tasks * puts; i++) {
                program.task(node, i / puts)
                        .add(Ops.put((node + step) % n, SOURCE, LANDING + each * i, Math.min(bytes, each), 0));
            }
        }
        return program.build();
    }

    /** Returns a program in which every node puts to every other node. */
    static Program allPuts(final Testbed machine, final int bytes) {
        final ProgramBuilder program = begin(machine, "all puts");
        final int each = MOST / program.nodes();
        for (int node = 0; node < program.nodes(); node++) {
            for (int i = 1; i < program.nodes(); i++) {
                final int target = (node + i) % program.nodes();
                program.task(node, 0).add(Ops.put(target, SOURCE, LANDING + each * node, Math.min(bytes, each), 0));
            }
        }
        return program.build();
    }

    /**
     * Returns a program in which every node gets repeatedly from every other node and, if `puts` is true, puts to it as
     * well.
     */
    static Program allGets(final Testbed machine, final int bytes, final int rounds, final boolean puts) {
        final ProgramBuilder program = begin(machine, "all gets");
        final int each = MOST / (2 * program.nodes() * rounds);
        for (int node = 0; node < program.nodes(); node++) {
            for (int round = 0; round < rounds; round++) {
                for (int i = 1; i < program.nodes(); i++) {
                    final int other = (node + i) % program.nodes();
                    final int at = LANDING + each * (round * program.nodes() + other);
                    program.task(node, 0).add(Ops.get(other, at, SOURCE, Math.min(bytes, each), 0));
                    if (puts) {
                        final int there = LANDING + MOST / 2 + each * (round * program.nodes() + node);
                        program.task(node, 0).add(Ops.put(other, SOURCE, there, Math.min(bytes, each), 0));
                    }
                }
            }
        }
        return program.build();
    }

    /**
     * Returns a program in which all other nodes put `times` times to `target`; the packets of distant nodes pass the
     * near ones.
     */
    static Program incast(final Testbed machine, final int target, final int bytes, final int times) {
        final ProgramBuilder program = begin(machine, "incast");
        final int each = MOST / (program.nodes() * times);
        for (int node = 0; node < program.nodes(); node++) {
            for (int i = 0; node != target && i < times; i++) {
                program.task(node, 0)
                        .add(Ops.put(target, SOURCE, LANDING + each * (node * times + i), Math.min(bytes, each), 0));
            }
        }
        return program.build();
    }

    /** Returns a program with one put of one payload flit. */
    static Program single(final Testbed machine, final int from, final int to) {
        final ProgramBuilder program = begin(machine, "single");
        program.task(from, 0).add(Ops.put(to, SOURCE, LANDING, 16, 0));
        return program.build();
    }

    /**
     * Returns a program in which each node puts to the next node inside an epoch and at the same time to the other
     * nodes.
     */
    static Program epochs(final Testbed machine, final int bytes) {
        final ProgramBuilder program = begin(machine, "epochs");
        final int n = program.nodes();
        final int each = MOST / (n * 2);
        for (int node = 0; node < n; node++) {
            final TaskBuilder task = program.task(node, 0);
            final int open = task.add(Ops.epochOpen(EPOCH, (node + 1) % n));
            task.add(Ops.put((node + 1) % n, SOURCE, LANDING + each * node, Math.min(bytes, each), 0)
                    .in(open));
            task.add(Ops.epochClose(open));
        }
        return program.build();
    }

    /** Returns a program in which every node issues many gets from the next node at once through the store path. */
    static Program storedGets(final Testbed machine, final int gets, final int bytes) {
        final ProgramBuilder program = begin(machine, "stored gets");
        for (int node = 0; node < program.nodes(); node++) {
            for (int i = 0; i < gets; i++) {
                final int target = (node + 1) % program.nodes();
                program.task(node, 0)
                        .add(Ops.get(target, LANDING + i * bytes, SOURCE, bytes, 0)
                                .path(Path.INLINE));
            }
        }
        return program.build();
    }

    /** Returns a program in which the given pairs {source, destination} put at the same time. */
    static Program pairs(final Testbed machine, final int bytes, final int[]... pairs) {
        final ProgramBuilder program = begin(machine, "pairs");
        for (final int[] pair : pairs) {
            program.task(pair[0], 0).add(Ops.put(pair[1], SOURCE, LANDING, bytes, 0));
        }
        return program.build();
    }

    /** Returns a program of single-packet puts, each given as {source, destination, first cycle, task}. */
    static Program timed(final Testbed machine, final int bytes, final List<int[]> puts) {
        final ProgramBuilder program = begin(machine, "timed");
        for (int i = 0; i < puts.size(); i++) {
            final int[] put = puts.get(i);
            program.task(put[0], put[3])
                    .add(Ops.put(put[1], SOURCE, LANDING + bytes * i, bytes, 0).notBefore(put[2]));
        }
        return program.build();
    }

    /** Returns a program in which every task of every node repeatedly adds and puts to every other node. */
    static Program flood(
            final Testbed machine, final int tasks, final int rounds, final int bytes, final boolean adds) {
        final ProgramBuilder program = begin(machine, "flood");
        final int each = MOST / (program.nodes() * tasks * rounds);
        for (int node = 0; node < program.nodes(); node++) {
            for (int t = 0; t < tasks; t++) {
                for (int round = 0; round < rounds; round++) {
                    for (int i = 1; i < program.nodes(); i++) {
                        final int other = (node + i) % program.nodes();
                        if (adds) {
                            program.task(node, t).add(Ops.fadd(other, LANDING + MOST, 1));
                        }
                        if (bytes > 0) {
                            final int there = LANDING + each * ((node * tasks + t) * rounds + round);
                            program.task(node, t).add(Ops.put(other, SOURCE, there, Math.min(bytes, each), 0));
                        }
                    }
                }
            }
        }
        return program.build();
    }

    /**
     * Returns a program in which node 2 sends a stream through node 1 to node 0, and node 1 a little later sends one
     * put to node 0.
     */
    static Program passing(final Testbed machine, final int puts, final int bytes) {
        final ProgramBuilder program = begin(machine, "passing");
        for (int i = 0; i < puts; i++) {
            program.task(2, 0).add(Ops.put(0, SOURCE, LANDING + bytes * i, bytes, 0));
        }
        program.task(1, 0).add(Ops.put(0, SOURCE, LANDING + MOST - BIG, BIG, 0).notBefore(200));
        return program.build();
    }

    /**
     * Returns a program in which every task of every node opens and closes epochs to the other nodes in turn, with puts
     * inside and outside them. The tasks of a node begin with different targets.
     */
    static Program manyEpochs(final Testbed machine, final int tasks, final int rounds, final int bytes) {
        final ProgramBuilder program = begin(machine, "many epochs");
        final int n = program.nodes();
        final int each = MOST / (n * tasks);
        for (int node = 0; node < n; node++) {
            for (int t = 0; t < tasks; t++) {
                final TaskBuilder task = program.task(node, t);
                final int there = LANDING + each * (node * tasks + t);
                int before = -1;
                for (int round = 0; round < rounds; round++) {
                    final int target = (node + 1 + (round + t) % (n - 1)) % n;
                    final int open = task.add(Ops.epochOpen(EPOCH + t, target).requires(before));
                    task.add(Ops.put(target, SOURCE, there, Math.min(bytes, each), 0)
                            .in(open));
                    before = task.add(Ops.epochClose(open));
                    task.add(Ops.put(target, SOURCE, there, Math.min(bytes, each), 0)
                            .requires(open));
                }
            }
        }
        return program.build();
    }

    /** Returns a program in which a task polls a word that no operation writes. */
    static Program unwritten(final Testbed machine) {
        final ProgramBuilder program = begin(machine, "unwritten");
        program.task(0, 0).add(Ops.poll(LANDING, Comparison.NE, 0, 0));
        return program.build();
    }

    /** Returns a program that sends more messages to node 0 than the node has slots. */
    static Program messages(final Testbed machine, final int each) {
        final ProgramBuilder program = begin(machine, "messages");
        program.messageSlots(4, 16);
        for (int origin = 1; origin < program.nodes(); origin++) {
            for (int i = 0; i < each; i++) {
                final long match = 100L * origin + i;
                program.load(origin, SOURCE + 64 * i, message(match));
                program.task(origin, 0).add(Ops.send(0, SOURCE + 64 * i, 64, match, match));
                program.task(0, 0).add(Ops.recv(origin, match));
            }
        }
        return program.build();
    }

    /**
     * Returns a program of two tasks that each wait for a message which the other task sends only after its own wait.
     */
    static Program crossedReceives(final Testbed machine) {
        final ProgramBuilder program = begin(machine, "crossed receives");
        program.messageSlots(4, 16);
        for (int node = 0; node < 2; node++) {
            program.load(node, SOURCE, message(50 + node));
            final int first = program.task(node, 0).add(Ops.recv(1 - node, 51 - node));
            program.task(node, 0)
                    .add(Ops.send(1 - node, SOURCE, 64, 50 + node, 50 + node).requires(first));
        }
        return program.build();
    }

    private static byte[] message(final long match) {
        final byte[] bytes = Payload.bytes(match, 64);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0, match);
        return bytes;
    }
}
