// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.program.Comparison;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * The program of one test between two ranks, or of barriers of all: a loop whose rounds follow one another. Data have
 * landing zones of their own in each round, and lie in memory before cycle 0.
 */
final class OsuLoop {
    /** Operations of a round that measures bandwidth. */
    static final int WINDOW = 32;

    private static final int WORD = 8;
    private static final int PIECE = 16;

    private final Osu.Kind kind;
    private final int bytes;
    private final int rounds;
    private final int to;
    private final ProgramBuilder program;
    private final List<Integer> ends = new ArrayList<>();

    /**
     * @param bytes bytes of one operation
     * @param rounds rounds of the loop, with those that are not measured
     * @param to rank of the other node
     */
    OsuLoop(Osu.Kind kind, MachineConfig machine, int bytes, int rounds, int to) {
        this.kind = kind;
        this.bytes = bytes;
        this.rounds = rounds;
        this.to = to;
        program = new ProgramBuilder(kind.word(), machine.shape(), machine.tasks(), machine.memoryBytes());
    }

    /** Returns the bytes of memory that a node needs at most, and a reserve for alignment. */
    static long memory(Osu.Kind kind, int bytes, int rounds) {
        long each = (bytes + PIECE) * (kind.isBandwidth() ? WINDOW : 1L);
        return 4096 + bytes + 2L * rounds * (each + 2 * PIECE);
    }

    /** Returns the operations whose ends divide the rounds, one for each round. */
    List<Integer> ends() {
        return ends;
    }

    Program build() {
        switch (kind) {
            case PUT_LATENCY -> transfers(false, 1);
            case PUT_BW -> transfers(false, WINDOW);
            case GET_LATENCY -> transfers(true, 1);
            case GET_BW -> transfers(true, WINDOW);
            case FENCE -> exchange();
            case BARRIER -> barriers();
            default -> atomics();
        }
        return program.build();
    }

    private int padded() {
        return (bytes + PIECE - 1) / PIECE * PIECE;
    }

    /** Puts the data into the memory of a node before cycle 0; one address serves all rounds. */
    private int source(int node, int count) {
        int source = program.windows().on(node, "source", bytes + (long) WORD * count);
        program.windows().requireRoom(program.windows().needed(), program.memoryBytes());
        program.load(node, source, Payload.bytes(Mix.seed(1, node), bytes + WORD * count));
        return source;
    }

    private void transfers(boolean gets, int window) {
        int count = rounds * window;
        int from = source(gets ? to : 0, count);
        long key = Mix.seed(1, gets ? to : 0);
        int landing = program.windows().on(gets ? 0 : to, "landing", (long) padded() * count);
        TaskBuilder task = program.task(0, 0);
        int before = -1;
        for (int round = 0; round < rounds; round++) {
            int[] all = new int[window];
            for (int i = 0; i < window; i++) {
                int n = round * window + i;
                int source = from + WORD * n;
                int place = landing + padded() * n;
                all[i] = task.add((gets
                                ? Ops.get(to, place, source, bytes, Payload.keyAt(key, WORD * n))
                                : Ops.put(to, source, place, bytes, Payload.keyAt(key, WORD * n)))
                        .requires(before));
            }
            before = gets
                    ? task.add(Ops.calc(0).requires(all))
                    : task.add(Ops.flush(to).requires(before).after(all));
            ends.add(before);
        }
    }

    private void atomics() {
        int word = program.windows().on(to, "word", WORD);
        int before = -1;
        for (int round = 0; round < rounds; round++) {
            before = program.task(0, 0)
                    .add((kind == Osu.Kind.FOP_LATENCY ? Ops.fadd(to, word, 1) : Ops.cas(to, word, round, round + 1L))
                            .requires(before));
            ends.add(before);
        }
    }

    /** Each round is a put, a fence and a flag in one direction, and the same back when the flag has been seen. */
    private void exchange() {
        int[] nodes = {0, to};
        int[] from = {source(0, rounds), source(to, rounds)};
        int flags = program.windows().everywhere("flags", (long) WORD * rounds);
        int one = program.windows().everywhere("one", WORD);
        int landing = program.windows().everywhere("landing", (long) padded() * rounds);
        for (int node : nodes) {
            program.load(node, one, new byte[] {1});
        }
        int seen = -1;
        for (int round = 0; round < rounds; round++) {
            int flag = flags + WORD * round;
            for (int side = 0; side < 2; side++) {
                int origin = nodes[side];
                int target = nodes[1 - side];
                TaskBuilder task = program.task(origin, 0);
                int need = side == 0 ? seen : task.add(Ops.poll(flag, Comparison.EQ, 1, 0));
                long key = Payload.keyAt(Mix.seed(1, origin), WORD * round);
                task.add(Ops.put(target, from[side] + WORD * round, landing + padded() * round, bytes, key)
                        .requires(need));
                task.add(Ops.fence(target).requires(need));
                task.add(Ops.putValue(target, one, flag, 1).requires(need));
            }
            seen = program.task(0, 0).add(Ops.poll(flag, Comparison.EQ, 1, 0).requires(seen));
            ends.add(seen);
        }
    }

    private void barriers() {
        for (int node = 0; node < program.nodes(); node++) {
            for (int round = 0; round < rounds; round++) {
                int id = program.task(node, 0).add(Ops.barrier());
                if (node == 0) {
                    ends.add(id);
                }
            }
        }
    }
}
