// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.program.OpKind;
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

    final boolean has(Predicate<OpKind> kind) {
        return run.kinds.stream().anyMatch(kind);
    }

    /** Returns whether an operation is of such a kind and is such a one. */
    final boolean has(Predicate<OpKind> kind, Predicate<Operation> such) {
        return has(kind) && program.operations().stream().anyMatch(op -> kind.test(op.kind()) && such.test(op));
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

    /** A packet that enters or leaves the network, as an event shows it, decoded once for all checkers. */
    static final class Packet {
        private static final int REFUSED_MASK = 7; // bits of Header1.slot of a NACK: the type of the refused packet
        private static final int REASON_MASK = 7; // bits of Header1.addr of a NACK
        private static final int UNORDERED = 8; // its bit 3: the refused packet was unordered, entry is its counter

        private final Shape shape;
        long cycle;
        int node;
        int unit;
        long w0;
        long w1;
        int type;
        int src; // rank, or -1 if it lies outside the torus
        int dst;
        int tag;
        int entry;
        int slot;
        long key; // a hash of both words

        Packet(Shape shape) {
            this.shape = shape;
        }

        Packet set(long inCycle, int ofNode, int ofUnit, long word0, long word1) {
            cycle = inCycle;
            node = ofNode;
            unit = ofUnit;
            w0 = word0;
            w1 = word1;
            type = (int) Header0.ptype(w0);
            src = rank(shape, Header0.src(w0));
            dst = rank(shape, Header0.dst(w0));
            tag = (int) Header1.tag(w1);
            entry = (int) Header1.entry(w1);
            slot = (int) Header1.slot(w1);
            key = Mix.mix64(w0 ^ Mix.mix64(w1));
            return this;
        }

        String name() {
            return PacketType.name(type);
        }

        int flits() {
            return flits(w0);
        }

        static int flits(long word0) {
            return 1 + ((int) Header0.length(word0) + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        }

        boolean isLast() {
            return Header0.last(w0) != 0;
        }

        boolean isUnordered() {
            return Header0.mode(w0) != 0;
        }

        boolean isInEpoch() {
            return Header1.epoch(w1) != 0;
        }

        /** Returns whether the packet is a request of an operation that the target answers or writes. */
        boolean isInline() {
            return type <= PacketType.CAS;
        }

        /** Returns the type of the packet that this NACK refuses, or -1 if it is no NACK. */
        int refused() {
            return type == PacketType.NACK ? slot & REFUSED_MASK : -1;
        }

        /** Returns the RefusalReason that this NACK gives. */
        int reason() {
            return (int) Header1.addr(w1) & REASON_MASK;
        }

        /** Returns the bytes for which the packet of a get asked that this NACK refuses. */
        int refusedBytes() {
            return (int) (Header1.addr(w1) >> Integer.bitCount(REASON_MASK) & Header0.LENGTH_MASK);
        }

        /** Returns whether this NACK also acknowledges an unordered packet. */
        boolean refusesUnordered() {
            return type == PacketType.NACK && (slot & UNORDERED) != 0;
        }

        /** Returns the rank of a Coord, or -1 if it lies outside the torus. */
        static int rank(Shape shape, long coord) {
            return shape.isOnTorusAt(coord) ? shape.rankOfCoord((int) coord) : -1;
        }

        /** Returns the length of the shorter way between two ranks in a dimension. */
        static int hops(Shape shape, int dimension, int from, int to) {
            int k = shape.k(dimension);
            int up = Math.floorMod(shape.at(to, dimension) - shape.at(from, dimension), k);
            return Math.min(up, k - up);
        }

        static int distance(Shape shape, int from, int to) {
            return hops(shape, 0, from, to) + hops(shape, 1, from, to) + hops(shape, 2, from, to);
        }
    }

    /** A write at a memory port, as an event COMMITTED shows it, decoded once for all checkers. */
    static final class MemoryWrite {
        private static final int STATUS_PORT = HwLayout.MOST_PORTS;
        private static final int DEVICE_PORT = HwLayout.MOST_PORTS + 1;

        long cycle;
        int node;
        int port;
        int operation; // a WriteOp
        int address;
        int bytes;
        long low; // first 8 bytes that were written
        long high; // next 8 bytes

        MemoryWrite set(long inCycle, int atNode, long a, long b, long c) {
            cycle = inCycle;
            node = atNode;
            port = (int) CommitEvent.port(a);
            operation = (int) CommitEvent.operation(a);
            address = (int) CommitEvent.address(a);
            bytes = (int) CommitEvent.bytes(a);
            low = b;
            high = c;
            return this;
        }

        boolean isOfDla() {
            return port == STATUS_PORT;
        }

        boolean isOfDevice() {
            return port == DEVICE_PORT;
        }

        byte at(int index) {
            return (byte) ((index < Long.BYTES ? low : high) >>> Byte.SIZE * (index % Long.BYTES));
        }

        /** Returns whether these may be the bytes of piece `piece` of an operation. */
        boolean isOf(Operation op, int piece) {
            return op.isUnknown()
                    || ((op.payloadWord(2 * piece) ^ low) & Checker.mask(bytes)) == 0
                            && (bytes <= Long.BYTES
                                    || ((op.payloadWord(2 * piece + 1) ^ high) & Checker.mask(bytes - Long.BYTES))
                                            == 0);
        }
    }
}
