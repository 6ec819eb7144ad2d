// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What checkers share: what the run judges, and how they report a finding. */
abstract class Checker {
    static final int PIECE = 16; // bytes that a memory port writes at once, and of a flit
    static final long NEVER = -1;

    final JudgedRun run;
    final Program program;
    final MachineConfig config;
    final Shape shape;
    final int nodes;
    final OpTimes times;
    final Violations violations;

    Checker(JudgedRun run, Violations violations) {
        this.run = run;
        program = run.program;
        config = run.config;
        shape = config.shape();
        nodes = program.nodes();
        times = run.times;
        this.violations = violations;
    }

    final boolean has(Predicate<Operation> kind) {
        return program.operations().stream().anyMatch(kind);
    }

    /** Returns the rank of a Coord, or -1 if it lies outside the torus. */
    final int rank(long coord) {
        return Packet.rank(shape, coord);
    }

    /** Returns the operation that was last handed over under this tag of the node, or null. */
    final Operation operation(int node, long tag) {
        int owner = run.owner(node, (int) tag);
        return owner < 0 ? null : program.operation(owner);
    }

    final void report(long cycle, int node, String what) {
        violations.add(at(cycle, node) + what);
    }

    final void report(Packet packet, String what) {
        violations.add(at(packet) + what);
    }

    final void report(MemoryWrite write, String what) {
        violations.add(at(write) + what);
    }

    static String at(Packet packet) {
        return at(packet.cycle, packet.node);
    }

    static String at(MemoryWrite write) {
        return at(write.cycle, write.node);
    }

    static String at(long cycle, int node) {
        return "cycle " + cycle + ": node " + node;
    }

    static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }

    static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }

    static long[] never(int places) {
        long[] all = new long[places];
        Arrays.fill(all, NEVER);
        return all;
    }

    static <T> List<T> each(int places, Supplier<T> part) {
        return Stream.generate(part).limit(places).toList();
    }

    static int pieces(int bytes) {
        return (bytes + PIECE - 1) / PIECE;
    }

    /** Returns the bits that `bytes` bytes of a word have, of at most 8. */
    static long mask(int bytes) {
        return bytes >= Long.BYTES ? -1L : (1L << Byte.SIZE * bytes) - 1;
    }
}
