// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Product;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.OptionalUnit;
import fairlead.machine.TableSizes.Table;
import fairlead.scenario.Scenario;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number of storage bits of one node's usable buffers at their effective depths: entries times the width of one
 * entry in the RTL. The widths follow from those of the manifest; a test compares each with the memories of the emitted
 * Verilog. Pointers and counters are not included.
 */
public final class BufferBits {
    private static final int FLIT = HwLayout.FLIT_BYTES * Byte.SIZE;
    private static final int WORD = Long.SIZE;
    private static final int MARKS = 2; // the head mark and the tail mark

    private static final int STAGES_WITH_ROUTE = 4; // the route is computed behind the buffer, into registers of the VC

    /** The bits of a route in a VC buffer. */
    private static final int ROUTE = HwLayout.FlitMeta.WIDTH - MARKS;

    /** The bits of a flit in a VC buffer of the router, including its route unless that has a stage of its own. */
    public static final int ROUTER_ENTRY = FLIT + MARKS + (HwLayout.ROUTER_STAGES < STAGES_WITH_ROUTE ? ROUTE : 0);

    /** The bits of a flit in an ejection buffer. */
    public static final int EJECTION_ENTRY = FLIT + MARKS;

    /** The bits of a descriptor, without the unused top bit of its second word. */
    public static final int INJECTION_ENTRY = 4 * WORD - HwLayout.Descriptor1.SPARE_WIDTH;

    /** The bits of a message: origin, tag, length up to the size of a slot, and a flag that its bytes are in memory. */
    public static final int RECEPTION_ENTRY =
            HwLayout.Coord.WIDTH + HwLayout.TAG_BITS + bits(HwLayout.RECEPTION_SLOT + 1) + 1;

    /** The bits of a store path word: a flit, its marks, purge, class, and channel with spare bits. */
    public static final int DLA_ENTRY = FLIT + 9;

    /** The bits of a waiting response: last, mode, packet type, destination, one word and one operand. */
    public static final int RESPONSE_ENTRY = 2 * WORD + 20;

    /** The bits of a flit in a buffer behind a link of the collective network. */
    public static final int TREE_LINK_ENTRY = FLIT + MARKS;

    /**
     * The bits of a flit in an injection or reception FIFO of the collective network, which also marks the last packet.
     */
    public static final int TREE_FIFO_ENTRY = FLIT + MARKS + 1;

    private static final int ORDER = bits(HwLayout.COMMIT_SLOTS * (HwLayout.MAX_PACKET_FLITS - 1) + 2) + 1;

    /**
     * The bits of a packet that waits for its writes: three words, a mark, its order, and an atomic's order and old
     * value.
     */
    public static final int COMMIT_ENTRY = 4 * WORD + 1 + 2 * ORDER;

    /** The bits of a prepared packet: its header, two words of its own payload, their source and number, OP_LOCAL. */
    public static final int HEADER_ENTRY = 4 * WORD + 3 + HwLayout.FLIT_BITS;

    /**
     * The bits of a fence or flush: fence and tag, its leg by the DLA, injection FIFO, counters that it waits for,
     * state.
     */
    public static final int FENCE_ENTRY = 1
            + HwLayout.TAG_BITS
            + 16
            + bits(HwLayout.FENCE_ENTRIES)
            + HwLayout.TAG_BITS
            + HwLayout.Coord.WIDTH
            + bits(HwLayout.INJECTION_FIFOS)
            + HwLayout.ACK_COUNTERS
            + 6;

    /** The bits of an acknowledgement counter: target, count, generation, and whether it is used and closed. */
    public static final int ACK_ENTRY = HwLayout.Coord.WIDTH + 10 + HwLayout.GENERATION_BITS + 2;

    private BufferBits() {}

    private static int bits(final int values) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    }

    /**
     * Returns the number of bits of the usable buffers, by the name of the buffer in a scenario. Tables of the NIC
     * count where the scenario gives their size.
     */
    public static Map<String, Long> byKind(final UsableBuffers usable) {
        final Buffers b = usable.depths();
        final Map<String, Long> bits = new TreeMap<>();
        bits.put("link_vc", usable.linkFlits() * ROUTER_ENTRY);
        long local = 0;
        for (int cls = 0; cls < HwLayout.CLASSES; cls++) {
            local += (long) b.locals().inject(cls) * ROUTER_ENTRY
                    + (long) b.locals().eject(cls) * EJECTION_ENTRY;
        }
        bits.put("local", local * usable.localPorts());
        bits.put("injection", (long) b.injections().sum() * INJECTION_ENTRY);
        bits.put("reception", (long) b.receptions().sum() * RECEPTION_ENTRY);
        bits.put("dla", OptionalUnit.DLA.isHere() ? (long) b.dla() * DLA_ENTRY : 0L);
        final int responses = b.responses().each().stream()
                .limit(usable.localPorts())
                .mapToInt(Integer::intValue)
                .sum();
        bits.put("response", (long) responses * RESPONSE_ENTRY);
        for (final Table table : Table.values()) {
            if (b.tables().isGiven(table)) {
                final int instances = instances(table, usable.localPorts());
                bits.put(
                        table.name().toLowerCase(Locale.ROOT), (long) b.tables().of(table) * instances * width(table));
            }
        }
        final TreeBuffers tree = usable.tree();
        if (tree.channels() > 0) {
            bits.put("tree_link", (long) tree.linkDepth() * tree.links() * TREE_LINK_ENTRY);
            bits.put("tree_injection", (long) tree.fifoFlits(tree.injection()) * TREE_FIFO_ENTRY);
            bits.put("tree_reception", (long) tree.fifoFlits(tree.reception()) * TREE_FIFO_ENTRY);
        }
        return bits;
    }

    private static int width(final Table table) {
        return switch (table) {
            case COMMIT_SLOTS -> COMMIT_ENTRY;
            case HEADER_QUEUE -> HEADER_ENTRY;
            case READ_WINDOW -> FLIT;
            case FENCE_ENTRIES -> FENCE_ENTRY;
            case ACK_COUNTERS -> ACK_ENTRY;
        };
    }

    /** Returns the number of tables of a kind that a node with this number of local ports can use. */
    public static int instances(final Table table, final int localPorts) {
        return switch (table) {
            case COMMIT_SLOTS -> localPorts;
            case HEADER_QUEUE, READ_WINDOW -> HwLayout.CLASSES * localPorts;
            case FENCE_ENTRIES, ACK_COUNTERS -> 1;
        };
    }

    public static long of(final UsableBuffers usable) {
        return byKind(usable).values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the bits of the buffers that this machine can use, for programs without collective network. */
    public static long of(final MachineConfig machine) {
        return of(UsableBuffers.of(machine));
    }

    /** Returns the bits of the buffers that this scenario can use. */
    public static long of(final Scenario scenario) {
        return of(UsableBuffers.of(scenario));
    }

    /** Returns the greatest depths that the product library supports. */
    public static Buffers most() {
        return new Buffers(
                Product.MAX_LINK_DEPTH,
                Product.MAX_LOCAL_DEPTH,
                Product.MAX_INJECTION,
                Product.MAX_RECEPTION,
                Product.MAX_DLA,
                Product.MAX_RESPONSE);
    }
}
