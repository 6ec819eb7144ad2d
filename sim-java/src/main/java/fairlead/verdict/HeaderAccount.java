// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
import fairlead.machine.Stamps;
import fairlead.verdict.Checker.Packet;
import java.util.Arrays;
import java.util.List;

/**
 * Compares the header of each packet that enters the network with the descriptor that software gave: all fields of the
 * requests of operations, and of the answers to gets and atomics (docs/spec/dma-engine-tx.md, rules 8, 9 and 15). Of
 * every packet it also checks source, way and class. The packets of an operation carry its bytes in order, without a
 * gap, and the last one alone is marked.
 *
 * <p>What tables of the NIC or of the target decide is not compared here: entry, slot and generation of epochs and of
 * acknowledgement counters, and the way round where both are equally long. Of the stamp, only the last packet of a
 * descriptor shows which it must be: the cycle of OP_ISSUED.
 */
final class HeaderAccount {
    private static final int INLINE = 16; // bytes of an atomic, of its result and of the request of a get
    private static final int DIMENSIONS = HwLayout.LINKS / 2;
    private static final int COORDINATE_MASK = (1 << HwLayout.COORDINATE_BITS) - 1;
    private static final int UNKNOWN = -1;
    private static final int TASKS = CommandBuffer.SYSTEM;

    private record Field(String name, int lsb, long mask) {}

    private static final List<Field> FIRST = List.of(
            new Field("dst", Header0.DST_LSB, Header0.DST_MASK),
            new Field("src", Header0.SRC_LSB, Header0.SRC_MASK),
            new Field("class", Header0.CLS_LSB, Header0.CLS_MASK),
            new Field("mode", Header0.MODE_LSB, Header0.MODE_MASK),
            new Field("type", Header0.PTYPE_LSB, Header0.PTYPE_MASK),
            new Field("length", Header0.LENGTH_LSB, Header0.LENGTH_MASK),
            new Field("last", Header0.LAST_LSB, Header0.LAST_MASK));
    private static final List<Field> SECOND = List.of(
            new Field("addr", Header1.ADDR_LSB, Header1.ADDR_MASK),
            new Field("tag", Header1.TAG_LSB, Header1.TAG_MASK),
            new Field("gen", Header1.GEN_LSB, Header1.GEN_MASK),
            new Field("slot", Header1.SLOT_LSB, Header1.SLOT_MASK),
            new Field("entry", Header1.ENTRY_LSB, Header1.ENTRY_MASK),
            new Field("ctr", Header1.CTR_LSB, Header1.CTR_MASK),
            new Field("ctrValid", Header1.CTR_VALID_LSB, Header1.CTR_VALID_MASK),
            new Field("epoch", Header1.EPOCH_LSB, Header1.EPOCH_MASK));
    private static final long FIRST_BITS =
            FIRST.stream().mapToLong(field -> field.mask << field.lsb).reduce(0, (one, other) -> one | other);
    private static final long GEN = Header1.GEN_MASK << Header1.GEN_LSB;
    private static final long SLOT = Header1.SLOT_MASK << Header1.SLOT_LSB;
    private static final long ENTRY = Header1.ENTRY_MASK << Header1.ENTRY_LSB;

    /** A descriptor under its tag, and how much of it has been seen. */
    private static final class Given {
        final long word0;
        final long word1;
        final boolean stores; // given by DLA_REQUEST
        final long task;
        final Given before; // a request of the store path that had the tag, and may still leave; or null
        final int kind;
        final boolean isInEpoch;
        long sent; // bytes of a put or get in packets
        boolean whole; // its last packet has entered
        long answered; // bytes of a get in packets of its target
        long stamp = UNKNOWN; // of its last packet
        long issued = UNKNOWN; // cycle of OP_ISSUED

        Given(long word0, long word1, boolean stores, long task, Given before) {
            this.task = task;
            this.before = before;
            this.word0 = word0;
            this.word1 = word1;
            this.stores = stores;
            kind = (int) Descriptor0.kind(word0);
            isInEpoch = !stores && kind != OpKind.MSG && Descriptor0.epoch(word0) != 0;
        }

        /** Returns the mode in its packets; it is 0 where they go one after the other. */
        long mode(int node, int target) {
            boolean ordered = kind != OpKind.PUT && kind != OpKind.GET;
            return stores || ordered || target == node ? 0 : Descriptor0.mode(word0);
        }

        boolean isCut() {
            return kind == OpKind.PUT || kind == OpKind.GET;
        }

        /** Returns the bytes that are in no packet yet. */
        long left() {
            return Descriptor0.length(word0) - sent;
        }

        boolean isLast() {
            return !isCut() || left() <= HwLayout.MAX_PAYLOAD;
        }

        /** Returns the payload bytes of its next packet. */
        long bytes() {
            return kind == OpKind.PUT ? Math.min(HwLayout.MAX_PAYLOAD, left()) : kind == OpKind.MSG ? left() : INLINE;
        }

        /** Returns the second word of its next packet, without what tables decide. */
        long second() {
            boolean counts = kind == OpKind.PUT && Descriptor1.ctrValid(word1) != 0;
            boolean isAtomic = kind == OpKind.FADD || kind == OpKind.CAS;
            long ctr = counts ? Descriptor1.ctr(word1) : isAtomic ? index() : 0;
            return word1(Descriptor1.remote(word1) + sent, ctr, counts || isHalf());
        }

        /** Returns whether it is an atomic of 4 bytes, which its packets say where a put names a byte counter. */
        boolean isHalf() {
            return (kind == OpKind.FADD || kind == OpKind.CAS) && Descriptor0.length(word0) == Integer.BYTES;
        }

        long index() {
            return isInEpoch ? Descriptor0.index(word0) : 0;
        }

        long word1(long address, long ctr, boolean valid) {
            return address << Header1.ADDR_LSB
                    | Descriptor0.tag(word0) << Header1.TAG_LSB
                    | ctr << Header1.CTR_LSB
                    | (valid ? 1L << Header1.CTR_VALID_LSB : 0)
                    | task << Header1.SLOT_LSB
                    | (isInEpoch ? 1L << Header1.EPOCH_LSB : 0);
        }
    }

    private final Shape shape;
    private final Stamps stamps;
    private final Violations violations;
    private final Given[][] given; // by node, then by tag as far as it was used
    private final byte[] port; // ejection port that the packets of a node name, plus 1, or 0

    HeaderAccount(Shape shape, Stamps stamps, Violations violations) {
        this.shape = shape;
        this.stamps = stamps;
        this.violations = violations;
        port = new byte[shape.nodes()];
        given = new Given[shape.nodes()][0];
    }

    private Given given(int node, long tag) {
        Given[] here = given[node];
        return tag < here.length ? here[(int) tag] : null;
    }

    void command(CommandBuffer commands, int i) {
        int op = commands.op(i);
        if (op == TileCommand.POST || op == TileCommand.DLA_REQUEST) {
            long word0 = commands.word(i, 0);
            int node = commands.node(i);
            int tag = (int) Descriptor0.tag(word0);
            if (tag >= given[node].length) {
                given[node] = Arrays.copyOf(given[node], Math.max(Integer.highestOneBit(tag) << 1, 64));
            }
            Given old = given[node][tag];
            boolean mayLeave = old != null && old.stores && !old.whole;
            Given before = mayLeave ? new Given(old.word0, old.word1, true, old.task, null) : null;
            given[node][tag] = new Given(
                    word0, commands.word(i, 1), op == TileCommand.DLA_REQUEST, commands.owner(i) % TASKS, before);
        }
    }

    void issued(long cycle, int node, long word) {
        Given its = given(node, Descriptor0.tag(word));
        if (its != null && !its.stores && its.issued == UNKNOWN) {
            its.issued = cycle;
            stamp(cycle, node, its);
        }
    }

    private void stamp(long cycle, int node, Given its) {
        if (its.stamp != UNKNOWN && its.issued != UNKNOWN && stamps.at(its.issued) != its.stamp) {
            violations.add(Checker.at(cycle, node) + " sends the last packet of tag " + Descriptor0.tag(its.word0)
                    + " with stamp " + its.stamp + ", and its descriptor left in cycle " + its.issued);
        }
    }

    void injected(Packet p) {
        if (p.src != p.node || p.dst < 0) {
            return; // Routes reports it
        }
        boolean responds = p.type >= PacketType.DATA;
        way(p);
        if (Header0.cls(p.w0) != (responds ? 1 : 0) || p.unit >= EventUnit.TX_RSP0 != responds) {
            fails(p, " in class " + Header0.cls(p.w0) + " by unit " + p.unit);
        }
        if (p.type <= PacketType.MSG) {
            Given its = given(p.node, p.tag);
            if (its != null && its.kind == p.type && !isEarlier(its, p)) {
                request(p, its);
            }
        } else if (p.type == PacketType.DATA || p.type == PacketType.FADD_R) {
            Given its = given(p.dst, p.tag);
            if (its != null && target(its) == p.node) {
                answer(p, its);
            }
        }
    }

    private int target(Given its) {
        return Packet.rank(shape, Descriptor0.target(its.word0));
    }

    /** Checks direction, wrap link and ejection port, which the source decides. */
    private void way(Packet p) {
        long w0 = p.w0;
        for (int d = 0; d < DIMENSIONS; d++) {
            int at = (int) Header0.src(w0) >> HwLayout.COORDINATE_BITS * d & COORDINATE_MASK;
            int aim = (int) Header0.dst(w0) >> HwLayout.COORDINATE_BITS * d & COORDINATE_MASK;
            boolean minus = (Header0.dir(w0) >> d & 1) != 0;
            boolean crosses = (Header0.cross(w0) >> d & 1) != 0;
            if (at == aim && !minus && !crosses) {
                continue; // nothing to go
            }
            int k = shape.k(d);
            int up = Math.floorMod(aim - at, k);
            boolean shorter = 2 * up == k || minus == 2 * up > k;
            boolean wraps = minus ? aim > at : aim < at;
            if (!shorter || wraps != crosses) {
                violations.add(Checker.at(p.cycle, p.node) + " sends a packet to node " + p.dst + " by direction "
                        + Header0.dir(w0) + " with wrap links " + Header0.cross(w0));
            }
        }
        byte named = (byte) (Header0.eport(w0) + 1);
        if (port[p.node] != 0 && port[p.node] != named) {
            violations.add("cycle " + p.cycle + ": packets of node " + p.node + " name different ejection ports");
        }
        port[p.node] = named;
    }

    private void request(Packet p, Given its) {
        if (its.whole) {
            fails(p, " behind the last packet of its operation");
            return;
        }
        long bytes = its.bytes();
        boolean last = its.isLast() || its.kind == OpKind.GET && its.sent == 0 && p.isLast(); // it is unarmed
        long mode = its.mode(p.node, target(its));
        long decided = (its.isInEpoch ? ENTRY | GEN : 0) | (mode != 0 ? SLOT | GEN : 0);
        compare(p, word0(p.node, target(its), mode, its.kind, bytes, last), p.w0 & FIRST_BITS, FIRST);
        compare(p, its.second() & ~decided | p.w1 & decided, p.w1, SECOND);
        its.sent += its.isCut() ? Math.min(HwLayout.MAX_PAYLOAD, its.left()) : 0;
        its.whole = last;
        if (last && !its.stores) {
            its.stamp = Header0.stamp(p.w0);
            stamp(p.cycle, p.node, its);
        }
    }

    private boolean isEarlier(Given its, Packet p) {
        Given old = its.before;
        if (old == null || old.whole) {
            return false;
        }
        long first = word0(p.node, target(old), 0, old.kind, old.bytes(), true);
        old.whole = first == (p.w0 & FIRST_BITS) && old.second() == p.w1;
        return old.whole;
    }

    private void answer(Packet p, Given its) {
        boolean isGet = its.kind == OpKind.GET;
        if (isGet != (p.type == PacketType.DATA)) {
            return; // Routes reports what nobody asked for
        }
        long mode = its.mode(p.dst, p.node);
        long at = isGet ? answers(p, its, mode != 0) : 0;
        long rest = Descriptor0.length(its.word0) - at;
        long bytes = isGet ? Math.min(HwLayout.MAX_PAYLOAD, rest) : INLINE;
        compare(p, word0(p.node, p.dst, mode, p.type, bytes, !isGet || bytes == rest), p.w0 & FIRST_BITS, FIRST);
        long expected = isGet
                ? its.word1(Descriptor1.local(its.word1) + at, Descriptor1.ctr(its.word1), true)
                : its.word1(Descriptor1.remote(its.word1), its.index(), its.isHalf());
        long decided = (its.isInEpoch || mode != 0 ? GEN : 0) | (mode != 0 ? SLOT : 0);
        compare(p, expected & ~decided | its.index() << Header1.ENTRY_LSB | p.w1 & decided, p.w1, SECOND);
        its.answered = isGet ? at + bytes : 0;
    }

    /**
     * Returns where in its get the first byte of a DATA belongs: where a packet of it begins, and behind those before
     * it if they keep their order. Between them a packet of the get may have been refused.
     */
    private static long answers(Packet p, Given its, boolean unordered) {
        long at = Header1.addr(p.w1) - Descriptor1.local(its.word1);
        boolean begins = at % HwLayout.MAX_PAYLOAD == 0 && at >= 0 && at <= Descriptor0.length(its.word0);
        return begins && (unordered || at >= its.answered) ? at : its.answered;
    }

    private long word0(int node, int to, long mode, int type, long bytes, boolean last) {
        return (long) shape.coord(to) << Header0.DST_LSB
                | (long) shape.coord(node) << Header0.SRC_LSB
                | (type >= PacketType.DATA ? 1L : 0) << Header0.CLS_LSB
                | mode << Header0.MODE_LSB
                | (long) type << Header0.PTYPE_LSB
                | bytes << Header0.LENGTH_LSB
                | (last ? 1L << Header0.LAST_LSB : 0);
    }

    private void compare(Packet p, long expected, long actual, List<Field> fields) {
        for (Field field : expected == actual ? List.<Field>of() : fields) {
            long is = actual >>> field.lsb & field.mask;
            long due = expected >>> field.lsb & field.mask;
            if (is != due) {
                fails(p, " with " + field.name + " " + is + " in place of " + due);
                return;
            }
        }
    }

    private void fails(Packet p, String what) {
        violations.add(Checker.at(p.cycle, p.node) + " sends a " + p.name() + " of tag " + p.tag + what);
    }
}
