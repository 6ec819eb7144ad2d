// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.machine.Routing;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.TaskBuilder;

/** Programs and raw commands of R-FEN-6, R-FEN-7 and R-FEN-10 to R-FEN-12. */
final class FencePrograms {
    static final int FLUSHES = 4;
    static final int BYTES = 1024;
    static final int NODES = 16;
    static final int REFUSING = 14;
    static final int STORED = 8;

    static final int ROUNDS = 4;
    static final int TASKS = 4;

    private static final int DIAGONAL = 5; // node (1, 1): PINGs go through node 1, puts through node 1 or node 4
    private static final int KIND_ABOVE_FENCE = 7;

    private FencePrograms() {}

    /** The operation that follows the transfers to all nodes. */
    enum All {
        QUIET,
        /** One flush for each target; no flush waits for another. */
        AT_ONCE,
        /** A flush whose target is the issuing node itself. */
        OWN
    }

    private static long key(final int node) {
        return node;
    }

    /**
     * Runs a program in which node 0 puts to its diagonal neighbour by any minimal path and flushes. Meanwhile ordered
     * puts of node 4 fill the second link of the path that PINGs do not take.
     */
    static SeedRun unordered(final int flaw) {
        final SeedMachine machine =
                new SeedMachine(4, 4, 1, TASKS).routing(Routing.ADAPTIVE).depths(51, 32, 16);
        final Script script = new Script(machine.flaw(flaw));
        final TaskBuilder origin = script.task(0, 0);
        for (int i = 0; i < FLUSHES; i++) {
            final int landing = Script.LANDING * 4 + BYTES * i;
            script.add("put" + i, origin, Ops.put(DIAGONAL, Script.SOURCE, landing, BYTES, key(0)));
            script.add("flush" + i, origin, Ops.flush(DIAGONAL));
        }
        for (int task = 0; task < TASKS; task++) {
            for (int half = 0; half < 2; half++) {
                final int landing = Script.LANDING + 6144 * task;
                script.add(
                        "noise" + task + half,
                        script.task(4, task),
                        Ops.put(6, Script.SOURCE, landing, 6144, key(4)).ordered());
            }
        }
        return script.run();
    }

    /**
     * Runs puts to node 1 from two FIFOs, which use different packetisers and local ports, and through the store path.
     *
     * @param each whether a flush follows the puts of each FIFO; else only those of the second
     */
    static SeedRun paths(final boolean each, final int flaw) {
        final Script script = new Script(new SeedMachine(3, 1, 1, 2).memory(200).flaw(flaw));
        for (int task = 0; task < 2; task++) {
            script.add(
                    "fifo" + task,
                    script.task(0, task),
                    Ops.put(1, Script.SOURCE, Script.LANDING + Script.LANDING * task, 8000 - 7600 * task, key(0)));
        }
        int stored = -1;
        for (int i = 0; i < STORED; i++) {
            final int landing = Script.LANDING * 3 + 64 * i;
            stored = script.add(
                    "stored" + i,
                    script.task(0, 0),
                    Ops.put(1, Script.SOURCE, landing, 64, key(0)).path(Path.INLINE));
        }
        final int second = script.add("flush1", script.task(0, 1), Ops.flush(1).after(stored));
        if (each) {
            final int first =
                    script.add("flush0", script.task(0, 0), Ops.flush(1).after(stored));
            script.add("fence", script.task(0, 0), Ops.calc(1).requires(first, second));
        } else {
            script.add("fence", script.task(0, 0), Ops.calc(1).requires(second));
        }
        return script.run();
    }

    /**
     * Runs a program in which node 0 puts to every node including itself and gets from every node; node REFUSING is in
     * an epoch of another origin and refuses both. The given operation follows.
     */
    static SeedRun all(final All how) {
        final Script script = new Script(new SeedMachine(4, 4, 1, 1).memory(100));
        final TaskBuilder other = script.task(NODES - 1, 0);
        final int open = other.add(Ops.epochOpen(1, REFUSING));
        other.add(Ops.epochClose(open).notBefore(4000));
        script.task(REFUSING, 0).add(Ops.epochAwait(NODES - 1, 1));
        final TaskBuilder task = script.task(0, 0);
        for (int node = 0; node < NODES; node++) {
            final Operation put = Ops.put(node, Script.SOURCE, Script.LANDING, 512, key(0));
            final Operation get = Ops.get(node, Script.LANDING + 512 * (node + 1), Script.SOURCE, 512, key(node));
            script.add("put" + node, task, put.notBefore(500).attempt());
            script.add("get" + node, task, get.notBefore(500).attempt());
        }
        if (how == All.AT_ONCE) {
            final int[] flushes = new int[NODES];
            for (int node = 0; node < NODES; node++) {
                flushes[node] = task.add(Ops.flush(node));
            }
            script.add("fence", task, Ops.calc(1).requires(flushes));
        } else {
            script.add("fence", task, how == All.QUIET ? Ops.quiet() : Ops.flush(0));
        }
        return script.run();
    }

    private static long descriptor(final int kind, final int tag, final int target, final int mode) {
        return (long) kind << Descriptor0.KIND_LSB
                | (long) tag << Descriptor0.TAG_LSB
                | (long) target << Descriptor0.TARGET_LSB
                | (long) mode << Descriptor0.MODE_LSB;
    }

    /**
     * Runs flushes with a routing mode, descriptors of undefined kinds and descriptors with targets outside the
     * machine; then a valid flush, and a fence with a routing mode.
     */
    static SeedRun illegal(final int flaw) {
        final int outside = 3;
        return new RawCommands()
                .post(10, descriptor(OpKind.FLUSH, 1, 1, PacketMode.ADAPTIVE))
                .post(20, descriptor(OpKind.FLUSH, 2, 1, PacketMode.DRAWN))
                .post(30, descriptor(KIND_ABOVE_FENCE, 3, 1, 0))
                .post(40, descriptor(15, 4, 1, 0))
                .post(50, descriptor(OpKind.FLUSH, 5, outside, 0))
                .post(60, descriptor(OpKind.FENCE, 6, outside, 0))
                .post(100, descriptor(OpKind.FLUSH, 7, 1, 0))
                .post(110, descriptor(OpKind.FENCE, 8, 1, PacketMode.ADAPTIVE))
                .run(new SeedMachine(3, 1, 1, 1).flaw(flaw));
    }

    /**
     * Runs a program in which every task of every node repeatedly puts, adds and flushes to every other node. The
     * requests and the PONGs wait for the only response slot.
     */
    static SeedRun responders(final int flaw) {
        final SeedMachine machine = new SeedMachine(2, 2, 2, TASKS).memory(8).depths(2, 2, 1);
        final Script script = new Script(machine.flaw(flaw).detect());
        final int each = 256;
        for (int node = 0; node < 8; node++) {
            for (int t = 0; t < TASKS; t++) {
                for (int round = 0; round < ROUNDS; round++) {
                    for (int i = 1; i < 8; i++) {
                        final int other = (node + i) % 8;
                        final String name = node + "." + t + "." + round + "." + other;
                        final int landing = Script.LANDING + each * (node * TASKS + t);
                        script.add(
                                "put" + name,
                                script.task(node, t),
                                Ops.put(other, Script.SOURCE, landing, each, key(node)));
                        script.add("flush" + name, script.task(node, t), Ops.flush(other));
                    }
                }
            }
        }
        return script.run();
    }
}
