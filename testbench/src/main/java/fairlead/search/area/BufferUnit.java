// SPDX-License-Identifier: Apache-2.0
package fairlead.search.area;

import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.LocalDepths;
import fairlead.machine.OptionalUnit;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.search.study.BufferBits;
import fairlead.search.study.TreeBuffers;
import fairlead.search.study.UsableBuffers;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * A unit of the RTL that holds buffers. A test compares these modules and instance counts with the Verilog of a tile.
 */
public enum BufferUnit {
    /** The VC buffers of one link and the route unit that serves them. */
    LINK_INPUT("InputUnit", HwLayout.LINKS, null),
    LOCAL_INPUT("InputUnit", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, null),
    EJECTION("EjectionBuffer", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, null),
    /** The injection FIFOs of a node together with its host port. */
    INJECTION("InjectionFifos", 1, null),
    /** The pointers and counts of all reception FIFOs; the bytes of the messages are in node memory. */
    RECEPTION("ReceptionFifos", 1, null),
    DLA("DlaFifo", OptionalUnit.DLA.isHere() ? 1 : 0, Buffers::dla),
    RESPONSE("ResponseTx", HwLayout.LOCAL_PORTS, null),
    // tables of the NIC: a unit with two of them is measured for each, with the other as small as it can be
    COMMIT_SLOTS("CommitQueue", HwLayout.LOCAL_PORTS, null),
    HEADER_QUEUE("PacketEmitter", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, null),
    READ_WINDOW("PacketEmitter", HwLayout.CLASSES * HwLayout.LOCAL_PORTS, null),
    FENCE_ENTRIES("FenceUnit", 1, null),
    ACK_COUNTERS("AckCounters", 1, null),
    /** The buffer of one channel behind a link of the collective network. */
    TREE_LINK("TreeBuffer", HwLayout.TREE_LINKS * HwLayout.TREE_CHANNELS, null),
    /** An injection or reception FIFO of a class route. */
    TREE_FIFO("PacketFifo", 2 * HwLayout.CLASS_ROUTES, null),
    /** An injection or reception FIFO of messages. */
    TREE_MESSAGES("PacketFifo", 2, null);

    private static final int EVERY_VC = (1 << HwLayout.VCS_PER_CLASS) - 1;

    private final String module;
    private final int count;
    private final ToIntFunction<Buffers> depth; // null for units that are not all equally deep

    BufferUnit(final String module, final int count, final ToIntFunction<Buffers> depth) {
        this.module = module;
        this.count = count;
        this.depth = depth;
    }

    /** Returns the name of the unit's module in the Verilog. */
    public String module() {
        return module;
    }

    /** Returns the number of instances in a node. */
    public int count() {
        return count;
    }

    /** Returns the name of the unit in the elaborator's arguments. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the unit at this depth, with all its VCs. */
    public At at(final int depth) {
        return new At(this, depth, EVERY_VC);
    }

    /**
     * Returns the units of one node that can be used, with the number of their instances. A link's input whose VCs
     * differ in depth counts in parts: as the inputs with one of these depths for all VCs, each for its share of the
     * VCs.
     */
    public static Map<At, Double> of(final UsableBuffers usable) {
        final Map<At, Double> all = new LinkedHashMap<>();
        final TreeBuffers tree = usable.tree();
        if (tree.channels() > 0) {
            all.merge(TREE_LINK.at(tree.linkDepth()), (double) tree.links(), Double::sum);
            for (final int depth : new int[] {tree.injection(), tree.reception()}) {
                if (tree.routes() > 0) {
                    all.merge(TREE_FIFO.at(depth), (double) tree.routes(), Double::sum);
                }
                if (tree.messages()) {
                    all.merge(TREE_MESSAGES.at(depth), 1.0, Double::sum);
                }
            }
        }
        for (int link = 0; link < HwLayout.LINKS; link++) {
            final int vcs = usable.linkVcs().get(link);
            final double buffers = HwLayout.CLASSES * Integer.bitCount(vcs);
            usable.flitsOfLink(link)
                    .forEach((depth, count) -> all.merge(new At(LINK_INPUT, depth, vcs), count / buffers, Double::sum));
        }
        final LocalDepths locals = usable.depths().locals();
        for (int cls = 0; cls < HwLayout.CLASSES; cls++) {
            all.merge(LOCAL_INPUT.at(locals.inject(cls)), (double) usable.localPorts(), Double::sum);
            all.merge(EJECTION.at(locals.eject(cls)), (double) usable.localPorts(), Double::sum);
        }
        for (final BufferUnit unit : values()) {
            if (unit.depth != null && unit.count() > 0) {
                all.put(unit.at(unit.depth.applyAsInt(usable.depths())), (double) unit.count());
            }
        }
        // a unit with FIFOs of several depths counts in parts, as the units with one of the depths
        final Buffers depths = usable.depths();
        depths.injections()
                .each()
                .forEach(d -> all.merge(INJECTION.at(d), 1.0 / HwLayout.INJECTION_FIFOS, Double::sum));
        depths.receptions()
                .each()
                .forEach(d -> all.merge(RECEPTION.at(d), 1.0 / HwLayout.RECEPTION_FIFOS, Double::sum));
        depths.responses().each().stream()
                .limit(usable.localPorts())
                .forEach(d -> all.merge(RESPONSE.at(d), 1.0, Double::sum));
        final TableSizes tables = usable.depths().tables();
        for (final Table table : Table.values()) {
            if (tables.isGiven(table)) {
                final double instances = BufferBits.instances(table, usable.localPorts());
                all.put(valueOf(table.name()).at(tables.of(table)), instances);
            }
        }
        return all;
    }

    /**
     * A unit together with the depth of its buffers.
     *
     * @param vcs the VCs of each class that packets use, as bits; only a link's input has more than one
     */
    public record At(BufferUnit unit, int depth, int vcs) {
        /** Tells whether the unit has VCs that no packet uses. */
        public boolean hasDeadVcs() {
            return vcs != EVERY_VC;
        }

        @Override
        public String toString() {
            return unit.word() + "=" + depth + (hasDeadVcs() ? " with " + Integer.bitCount(vcs) + " VCs a class" : "");
        }
    }
}
