// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Shape;
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
    private static final int DIMENSIONS = 3;
    private static final int COORDINATE = 4; // bits of a coordinate of a tile
    private static final int UNKNOWN = -1;

    /** A field of a header word. */
    private record Field(String name, int lsb, int width) {
        long of(final long word) {
            return word >>> lsb & (1L << width) - 1;
        }

        long bits() {
            return (1L << width) - 1 << lsb;
        }
    }

    private static final List<Field> FIRST = List.of(
            new Field("dst", Header0.DST_LSB, Header0.DST_WIDTH),
            new Field("src", Header0.SRC_LSB, Header0.SRC_WIDTH),
            new Field("class", Header0.CLS_LSB, Header0.CLS_WIDTH),
            new Field("mode", Header0.MODE_LSB, Header0.MODE_WIDTH),
            new Field("type", Header0.PTYPE_LSB, Header0.PTYPE_WIDTH),
            new Field("length", Header0.LENGTH_LSB, Header0.LENGTH_WIDTH),
            new Field("last", Header0.LAST_LSB, Header0.LAST_WIDTH));
    private static final List<Field> SECOND = List.of(
            new Field("addr", Header1.ADDR_LSB, Header1.ADDR_WIDTH),
            new Field("tag", Header1.TAG_LSB, Header1.TAG_WIDTH),
            new Field("gen", Header1.GEN_LSB, Header1.GEN_WIDTH),
            new Field("slot", Header1.SLOT_LSB, Header1.SLOT_WIDTH),
            new Field("entry", Header1.ENTRY_LSB, Header1.ENTRY_WIDTH),
            new Field("ctr", Header1.CTR_LSB, Header1.CTR_WIDTH),
            new Field("ctrValid", Header1.CTR_VALID_LSB, Header1.CTR_VALID_WIDTH),
            new Field("epoch", Header1.EPOCH_LSB, Header1.EPOCH_WIDTH));
    private static final long FIRST_BITS = FIRST.stream().mapToLong(Field::bits).reduce(0, (one, other) -> one | other);
    private static final long GEN = Header1.GEN_MASK << Header1.GEN_LSB;
    private static final long SLOT = Header1.SLOT_MASK << Header1.SLOT_LSB;
    private static final long ENTRY = Header1.ENTRY_MASK << Header1.ENTRY_LSB;

    /** A packet that enters at `node`. */
    private record Packet(long cycle, int node, long w0, long w1) {}

    /** A descriptor under its tag, and how much of it has been seen. */
    private static final class Given {
        final long word0;
        final long word1;
        final boolean stores; // given by DLA_REQUEST
        final Given before; // a request of the store path that had the tag, and may still leave; or null
        long sent; // bytes of a put in packets
        boolean whole; // its last packet has entered
        long answered; // bytes of a get in packets
        long stamp = UNKNOWN; // of its last packet
        long issued = UNKNOWN; // cycle of OP_ISSUED

        Given(final long word0, final long word1, final boolean stores, final Given before) {
            this.before = before;
            this.word0 = word0;
            this.word1 = word1;
            this.stores = stores;
        }

        int kind() {
            return (int) Descriptor0.kind(word0);
        }
    }

    private final Shape shape;
    private final Violations violations;
    private final Given[][] given; // by node, then by tag as far as it was used
    private final byte[] port; // ejection port that the packets of a node name, plus 1, or 0

    HeaderAccount(final Shape shape, final Violations violations) {
        this.shape = shape;
        this.violations = violations;
        port = new byte[shape.nodes()];
        given = new Given[shape.nodes()][0];
    }

    private Given given(final int node, final long tag) {
        final Given[] here = given[node];
        return tag < here.length ? here[(int) tag] : null;
    }

    void command(final CommandBuffer commands, final int i) {
        final int op = commands.op(i);
        if (op == TileCommand.POST || op == TileCommand.DLA_REQUEST) {
            final long word0 = commands.word(i, 0);
            final int node = commands.node(i);
            final int tag = (int) Descriptor0.tag(word0);
            if (tag >= given[node].length) {
                given[node] = Arrays.copyOf(given[node], Math.max(Integer.highestOneBit(tag) << 1, 64));
            }
            final Given before = given[node][tag];
            given[node][tag] = new Given(
                    word0,
                    commands.word(i, 1),
                    op == TileCommand.DLA_REQUEST,
                    before != null && before.stores && !before.whole
                            ? new Given(before.word0, before.word1, true, null)
                            : null);
        }
    }

    void issued(final long cycle, final int node, final long word) {
        final Given its = given(node, Descriptor0.tag(word));
        if (its != null && !its.stores && its.issued == UNKNOWN) {
            its.issued = cycle;
            stamp(cycle, node, its);
        }
    }

    private void stamp(final long cycle, final int node, final Given its) {
        if (its.stamp != UNKNOWN && its.issued != UNKNOWN && (its.issued & Header0.STAMP_MASK) != its.stamp) {
            violations.add("cycle " + cycle + ": node " + node + " sends the last packet of tag "
                    + Descriptor0.tag(its.word0) + " with stamp " + its.stamp + ", and its descriptor left in cycle "
                    + its.issued);
        }
    }

    void injected(final long cycle, final int node, final int unit, final long w0, final long w1) {
        final int from = Routes.rank(shape, Header0.src(w0));
        final int to = Routes.rank(shape, Header0.dst(w0));
        if (from != node || to < 0) {
            return; // Routes reports it
        }
        final Packet packet = new Packet(cycle, node, w0, w1);
        final int type = (int) Header0.ptype(w0);
        final boolean responds = type >= PacketType.DATA;
        way(cycle, node, to, w0);
        if (Header0.cls(w0) != (responds ? 1 : 0) || unit >= EventUnit.TX_RSP0 != responds) {
            violations.add(text(packet) + " in class " + Header0.cls(w0) + " by unit " + unit);
        }
        if (type <= PacketType.MSG) {
            final Given its = given(node, Header1.tag(w1));
            if (its != null && its.kind() == type && !isEarlier(its, node, w0, w1)) {
                request(packet, its);
            }
        } else if (type == PacketType.DATA || type == PacketType.FADD_R) {
            final Given its = given(to, Header1.tag(w1));
            if (its != null && Routes.rank(shape, Descriptor0.target(its.word0)) == node) {
                answer(packet, its);
            }
        }
    }

    /** Checks direction, wrap link and ejection port, which the source decides. */
    private void way(final long cycle, final int node, final int to, final long w0) {
        for (int d = 0; d < DIMENSIONS; d++) {
            if (((w0 >> Header0.SRC_LSB ^ w0 >> Header0.DST_LSB) >> COORDINATE * d & 15) == 0
                    && (w0 >> Header0.DIR_LSB + d & 1) == 0
                    && (w0 >> Header0.CROSS_LSB + d & 1) == 0) {
                continue; // nothing to go
            }
            final int k = d == 0 ? shape.kx() : d == 1 ? shape.ky() : shape.kz();
            final int at = (int) Header0.src(w0) >> COORDINATE * d & (1 << COORDINATE) - 1;
            final int aim = (int) Header0.dst(w0) >> COORDINATE * d & (1 << COORDINATE) - 1;
            final int up = Math.floorMod(aim - at, k);
            final boolean minus = (Header0.dir(w0) >> d & 1) != 0;
            final boolean shorter = 2 * up == k || minus == 2 * up > k;
            final boolean wraps = minus ? aim > at : aim < at;
            if (!shorter || wraps != ((Header0.cross(w0) >> d & 1) != 0)) {
                violations.add("cycle " + cycle + ": node " + node + " sends a packet to node " + to + " by direction "
                        + Header0.dir(w0) + " with wrap links " + Header0.cross(w0));
            }
        }
        final byte named = (byte) (Header0.eport(w0) + 1);
        if (port[node] != 0 && port[node] != named) {
            violations.add(cycle, "cycle " + cycle + ": packets of node " + node + " name different ejection ports");
        }
        port[node] = named;
    }

    /** Returns the mode in the packets of a descriptor; it is 0 where they go one after the other. */
    private static long mode(final Given its, final int node, final int target) {
        final boolean ordered = its.kind() != HwLayout.OpKind.PUT && its.kind() != HwLayout.OpKind.GET;
        return its.stores || ordered || target == node ? 0 : Descriptor0.mode(its.word0);
    }

    private static boolean isInEpoch(final Given its) {
        return !its.stores && its.kind() != HwLayout.OpKind.MSG && Descriptor0.epoch(its.word0) != 0;
    }

    private static long word1(final Given its, final long address, final long ctr, final boolean valid) {
        return address << Header1.ADDR_LSB
                | Descriptor0.tag(its.word0) << Header1.TAG_LSB
                | ctr << Header1.CTR_LSB
                | (valid ? 1L << Header1.CTR_VALID_LSB : 0)
                | (isInEpoch(its) ? 1L << Header1.EPOCH_LSB : 0);
    }

    private void request(final Packet packet, final Given its) {
        final int node = packet.node;
        final long w0 = packet.w0;
        final long w1 = packet.w1;
        final int target = Routes.rank(shape, Descriptor0.target(its.word0));
        final int kind = its.kind();
        if (its.whole) {
            violations.add(text(packet) + " behind the last packet of its operation");
            return;
        }
        final long bytes = bytes(its);
        final boolean last = isLast(its, bytes);
        final long mode = mode(its, node, target);
        final long decided = (isInEpoch(its) ? ENTRY | GEN : 0) | (mode != 0 ? SLOT | GEN : 0);
        compare(packet, word0(node, target, mode, kind, bytes, last), w0 & FIRST_BITS, FIRST);
        compare(packet, second(its) | w1 & decided, w1, SECOND);
        its.sent += kind == HwLayout.OpKind.PUT ? bytes : 0;
        its.whole = last;
        if (last && !its.stores) {
            its.stamp = Header0.stamp(w0);
            stamp(packet.cycle, node, its);
        }
    }

    /** Returns whether this is the packet of a request of the store path that had the tag before. */
    private boolean isEarlier(final Given its, final int node, final long w0, final long w1) {
        final Given before = its.before;
        if (before == null || before.whole) {
            return false;
        }
        final int target = Routes.rank(shape, Descriptor0.target(before.word0));
        before.whole =
                word0(node, target, 0, before.kind(), bytes(before), true) == (w0 & FIRST_BITS) && second(before) == w1;
        return before.whole;
    }

    private static long bytes(final Given its) {
        final long all = Descriptor0.length(its.word0);
        return switch (its.kind()) {
            case HwLayout.OpKind.PUT -> Math.min(HwLayout.MAX_PAYLOAD, all - its.sent);
            case HwLayout.OpKind.MSG -> all;
            default -> INLINE;
        };
    }

    private static boolean isLast(final Given its, final long bytes) {
        return its.kind() != HwLayout.OpKind.PUT || its.sent + bytes == Descriptor0.length(its.word0);
    }

    /** Returns the second word of the next packet, without what tables decide. */
    private static long second(final Given its) {
        final int kind = its.kind();
        final boolean valid = kind == HwLayout.OpKind.PUT && Descriptor1.ctrValid(its.word1) != 0;
        final boolean isAtomic = kind == HwLayout.OpKind.FADD || kind == HwLayout.OpKind.CAS;
        final long ctr =
                valid ? Descriptor1.ctr(its.word1) : isAtomic && isInEpoch(its) ? Descriptor0.index(its.word0) : 0;
        return word1(its, Descriptor1.remote(its.word1) + its.sent, ctr, valid);
    }

    private void answer(final Packet packet, final Given its) {
        final int node = packet.node;
        final long w0 = packet.w0;
        final long w1 = packet.w1;
        final int origin = Routes.rank(shape, Header0.dst(w0));
        final int kind = its.kind();
        final boolean isGet = kind == HwLayout.OpKind.GET;
        if (isGet != (Header0.ptype(w0) == PacketType.DATA)) {
            return; // Answers reports what nobody asked for
        }
        final long mode = mode(its, origin, node);
        final long rest = Descriptor0.length(its.word0) - its.answered;
        final long bytes = isGet ? Math.min(HwLayout.MAX_PAYLOAD, rest) : INLINE;
        final int type = isGet ? PacketType.DATA : PacketType.FADD_R;
        final boolean last = !isGet || bytes == rest;
        final long first = word0(node, origin, mode, type, bytes, last);
        compare(packet, first, w0 & FIRST_BITS, FIRST);
        final long index = isInEpoch(its) ? Descriptor0.index(its.word0) : 0;
        final long expected = isGet
                ? word1(its, Descriptor1.local(its.word1) + its.answered, Descriptor1.ctr(its.word1), true)
                : word1(its, Descriptor1.remote(its.word1), index, false);
        final long decided = isInEpoch(its) || mode != 0 ? SLOT | GEN : 0;
        compare(packet, expected | index << Header1.ENTRY_LSB | w1 & decided, w1, SECOND);
        its.answered += isGet ? bytes : 0;
    }

    private long word0(
            final int node, final int to, final long mode, final int type, final long bytes, final boolean last) {
        return coordinates(to) << Header0.DST_LSB
                | coordinates(node) << Header0.SRC_LSB
                | (type >= PacketType.DATA ? 1L : 0) << Header0.CLS_LSB
                | mode << Header0.MODE_LSB
                | (long) type << Header0.PTYPE_LSB
                | bytes << Header0.LENGTH_LSB
                | (last ? 1L << Header0.LAST_LSB : 0);
    }

    private long coordinates(final int node) {
        return shape.x(node) | (long) shape.y(node) << COORDINATE | (long) shape.z(node) << 2 * COORDINATE;
    }

    private void compare(final Packet packet, final long expected, final long actual, final List<Field> fields) {
        if (expected == actual) {
            return;
        }
        for (final Field field : fields) {
            if (field.of(expected) != field.of(actual)) {
                violations.add(text(packet) + " with " + field.name + " " + field.of(actual) + " in place of "
                        + field.of(expected));
                return;
            }
        }
    }

    private static String text(final Packet packet) {
        return "cycle " + packet.cycle + ": node " + packet.node + " sends a "
                + PacketType.name((int) Header0.ptype(packet.w0)) + " of tag " + Header1.tag(packet.w1);
    }
}
