// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.OptionalUnit;
import fairlead.machine.TableSizes.Table;
import fairlead.search.UsableBuffers.TreeBuffers;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A unit of the RTL that holds buffers. Tests compare its module, the number of its instances and the bits of an entry
 * with the Verilog of a tile. Pointers and counters are not among the bits.
 */
public enum BufferUnit {
    /** The VC buffers of one link and the route unit that serves them; an entry has a flit and its route. */
    LINK_INPUT("InputUnit", HwLayout.LINKS, Width.ROUTER),
    LOCAL_INPUT("InputUnit", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, Width.ROUTER),
    EJECTION("EjectionBuffer", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, Width.MARKED),
    /**
     * The injection FIFOs and the host port; an entry is a descriptor without its spare bits, its owner, and the
     * reception FIFO of a message.
     */
    INJECTION(
            "InjectionFifos",
            1,
            4 * Width.WORD
                    - HwLayout.Descriptor1.SPARE_WIDTH
                    + HwLayout.OWNER_BITS
                    + Math.max(1, Width.of(HwLayout.RECEPTION_FIFOS))),
    /**
     * The reception FIFOs, without the bytes of the messages, which are in node memory. An entry has the origin, the
     * tag, the length up to the size of a slot, and a flag that the bytes are in memory.
     */
    RECEPTION(
            "ReceptionFifos", 1, HwLayout.Coord.WIDTH + HwLayout.TAG_BITS + Width.of(HwLayout.RECEPTION_SLOT + 1) + 1),
    /** An entry is a store path word: a flit, its marks, class, and channel with spare bits. */
    DLA("DlaFifo", OptionalUnit.DLA.isHere() ? 1 : 0, Width.FLIT + 8),
    /** An entry has last, mode, packet type, destination, one word and one operand. */
    RESPONSE("ResponseTx", HwLayout.LOCAL_PORTS, 2 * Width.WORD + 20),
    // tables of the NIC: a unit with two of them is measured for each, with the other as small as it can be
    /** A packet that waits for its writes: three words, a mark, its order, and an atomic's order and old value. */
    COMMIT_SLOTS("CommitQueue", HwLayout.LOCAL_PORTS, 4 * Width.WORD + Width.REASON + 2 * Width.ORDER),
    /** A prepared packet: its header, two words of its own payload, their source and number, OP_LOCAL. */
    HEADER_QUEUE("PacketEmitter", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, 4 * Width.WORD + 3 + HwLayout.FLIT_BITS),
    READ_WINDOW("PacketEmitter", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, Width.FLIT),
    /** A fence or flush: fence and tag, its leg by the DLA, injection FIFO, task, counters that it waits for, state. */
    FENCE_ENTRIES(
            "FenceUnit",
            1,
            1
                    + HwLayout.TAG_BITS
                    + 16
                    + Width.of(HwLayout.FENCE_ENTRIES)
                    + HwLayout.TAG_BITS
                    + HwLayout.Coord.WIDTH
                    + Width.of(HwLayout.INJECTION_FIFOS)
                    + (HwLayout.OWNER_BITS - 1) // the task
                    + HwLayout.ACK_COUNTERS
                    + 6),
    /** A counter: target, count, generation, its tasks, whose own it is, and whether it is used and closed. */
    ACK_COUNTERS(
            "AckCounters",
            1,
            HwLayout.Coord.WIDTH
                    + 10
                    + HwLayout.GENERATION_BITS
                    + (1 << HwLayout.OWNER_BITS - 1)
                    + HwLayout.INJECTION_FIFOS
                    + 2),
    /** The buffer of one channel at a link of the collective network. */
    TREE_LINK("TreeBuffer", HwLayout.TREE_LINKS * HwLayout.TREE_CHANNELS, Width.MARKED),
    /** An injection or reception FIFO of a class route; an entry also marks the last packet. */
    TREE_FIFO("PacketFifo", 2 * HwLayout.CLASS_ROUTES, Width.MARKED + 1),
    /** An injection or reception FIFO of messages. */
    TREE_MESSAGES("PacketFifo", 2, Width.MARKED + 1);

    private static final int EVERY_VC = (1 << HwLayout.VCS_PER_CLASS) - 1;

    private final String module;
    private final int count;
    private final int bits;

    /** @param bits the bits of an entry */
    BufferUnit(String module, int count, int bits) {
        this.module = module;
        this.count = count;
        this.bits = bits;
    }

    private static final class Width {
        static final int FLIT = HwLayout.FLIT_BYTES * Byte.SIZE;
        static final int WORD = Long.SIZE;
        static final int REASON = of(RefusalReason.COUNTER + 1);
        static final int MARKED = FLIT + 2; // the head mark and the tail mark
        static final int STAGES_WITH_ROUTE = 4; // the route is computed after the buffer, into registers of the VC
        static final int ROUTER = HwLayout.ROUTER_STAGES < STAGES_WITH_ROUTE ? FLIT + HwLayout.FlitMeta.WIDTH : MARKED;
        static final int ORDER = of(HwLayout.COMMIT_SLOTS * (HwLayout.MAX_PACKET_FLITS - 1) + 2) + 1;

        static int of(int values) {
            return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
        }
    }

    /** Returns the name of the unit's module in the Verilog. */
    public String module() {
        return module;
    }

    /** Returns the number of instances in a node. */
    public int count() {
        return count;
    }

    /** Returns the bits of an entry. */
    public int bits() {
        return bits;
    }

    /** Returns the name of the unit in the elaborator's arguments. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the unit at this depth, with all its VCs. */
    public At at(int depth) {
        return new At(this, depth, EVERY_VC);
    }

    /** Returns the entries of a buffer of this depth; that of a FIFO of the collective network is in packets. */
    private int entries(int depth) {
        int packets = depth * HwLayout.TREE_PACKET_FLITS;
        return switch (this) {
            case TREE_FIFO -> Math.min(packets, HwLayout.TREE_FIFO_FLITS);
            case TREE_MESSAGES -> packets;
            default -> depth;
        };
    }

    /**
     * A unit together with the depth of its buffers.
     *
     * @param vcs the VCs of each class that packets use, as bits; only a link's input has more than one
     * @param ofVcs the VCs of each class in this structure
     */
    public record At(BufferUnit unit, int depth, int vcs, int ofVcs) implements Serializable {
        public At(BufferUnit unit, int depth, int vcs) {
            this(unit, depth, vcs, HwLayout.VCS_PER_CLASS);
        }

        /** Tells whether the unit has VCs that no packet uses. */
        public boolean hasDeadVcs() {
            return vcs != (1 << ofVcs) - 1;
        }

        @Override
        public String toString() {
            return unit.word() + "=" + depth + (hasDeadVcs() ? " with " + Integer.bitCount(vcs) + " VCs a class" : "");
        }
    }

    /**
     * Buffers of one depth in a node.
     *
     * @param kind the name of such buffers in a scenario
     * @param units the number of units. A unit with buffers of several depths counts in parts: as units with one depth
     *     for all their buffers, each for its share of the buffers.
     * @param each the number of buffers of a unit
     */
    record Part(String kind, At at, double units, int each) {
        long bits() {
            return Math.round(units * each) * at.unit.entries(at.depth) * at.unit.bits;
        }
    }

    /** Returns the buffers of one node that can be used. Tables of the NIC count where the scenario has their size. */
    static List<Part> parts(UsableBuffers usable) {
        List<Part> all = new ArrayList<>();
        TreeBuffers tree = usable.tree();
        if (tree.channels() > 0) {
            all.add(new Part("tree_link", TREE_LINK.at(tree.linkDepth()), tree.links(), 1));
            for (String kind : List.of("tree_injection", "tree_reception")) {
                int depth = kind.equals("tree_injection") ? tree.injection() : tree.reception();
                if (tree.routes() > 0) {
                    all.add(new Part(kind, TREE_FIFO.at(depth), tree.routes(), 1));
                }
                if (tree.messages()) {
                    all.add(new Part(kind, TREE_MESSAGES.at(depth), 1, 1));
                }
            }
        }
        for (int link = 0; link < HwLayout.LINKS; link++) {
            int vcs = usable.linkVcs().get(link);
            int buffers = HwLayout.CLASSES * Integer.bitCount(vcs);
            usable.flitsOfLink(link)
                    .forEach((depth, count) -> all.add(
                            new Part("link_vc", new At(LINK_INPUT, depth, vcs), (double) count / buffers, buffers)));
        }
        Buffers depths = usable.depths();
        Depths locals = depths.locals();
        int ports = usable.localPorts();
        for (int cls = 0; cls < HwLayout.CLASSES; cls++) {
            all.add(new Part("local", LOCAL_INPUT.at(locals.inject(cls)), ports, 1));
            all.add(new Part("local", EJECTION.at(locals.eject(cls)), ports, 1));
        }
        if (DLA.count > 0) {
            all.add(new Part("dla", DLA.at(depths.dla()), 1, 1));
        }
        depths.injections().each().forEach(depth -> all.add(fifo(INJECTION, depth, HwLayout.INJECTION_FIFOS)));
        depths.receptions().each().forEach(depth -> all.add(fifo(RECEPTION, depth, HwLayout.RECEPTION_FIFOS)));
        depths.responses().each().stream().limit(ports).forEach(depth -> all.add(fifo(RESPONSE, depth, 1)));
        for (Table table : Table.values()) {
            if (depths.tables().isGiven(table)) {
                BufferUnit unit = valueOf(table.name());
                int units = unit.count == 1 ? 1 : unit.count / HwLayout.LOCAL_PORTS * ports;
                all.add(new Part(unit.word(), unit.at(depths.tables().of(table)), units, 1));
            }
        }
        return all;
    }

    private static Part fifo(BufferUnit unit, int depth, int fifos) {
        return new Part(unit.word(), unit.at(depth), 1.0 / fifos, fifos);
    }
}
