// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.deadlock.graph.RoutingRelation;
import fairlead.deadlock.graph.StaticCheck;
import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.scenario.Scenario;
import fairlead.search.study.BufferUnit.At;
import fairlead.search.study.BufferUnit.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The buffers of one node that the machine's routing, shape and local ports can use. A link VC is usable if some packet
 * of some node can be routed over it, by the relation of the static check. Under dimension order these are v = 0 and 1
 * of each class, and none on a ring of length 1. Under virtual cut-through a link VC buffer holds whole packets of 17
 * flits; what is left of its depth cannot be used. Of the torus, what a program leaves unused is counted; of the
 * collective network, it is not.
 *
 * @param linkVcs for each of the six links the usable VCs of one class, as bits v
 * @param localPorts the number of usable local ports of each class
 * @param depths the depths of which the usable buffers can make use
 * @param tree the buffers of the collective network
 */
public record UsableBuffers(List<Integer> linkVcs, int localPorts, Buffers depths, TreeBuffers tree) {
    private static final int CLASS_SHIFT = 2; // of a VC number
    private static final int EVERY_VC = (1 << HwLayout.VCS_PER_CLASS) - 1;

    private record Network(Routing routing, VcRule rule, Shape shape) {}

    private static final Map<Network, List<Integer>> KNOWN = new ConcurrentHashMap<>();

    public UsableBuffers {
        linkVcs = List.copyOf(linkVcs);
    }

    /** Returns the usable buffers of a scenario without a deliberate flaw, those of the collective network included. */
    public static UsableBuffers of(Scenario scenario) {
        return of(scenario.machine()).with(TreeBuffers.of(scenario));
    }

    public UsableBuffers with(TreeBuffers other) {
        return new UsableBuffers(linkVcs, localPorts, depths, other);
    }

    /** Returns the usable buffers of a machine without a deliberate flaw, for programs without collective network. */
    public static UsableBuffers of(MachineConfig machine) {
        Buffers b = machine.buffers();
        Routing routing = machine.routing();
        return new UsableBuffers(
                KNOWN.computeIfAbsent(
                        new Network(routing, machine.vcRule(), machine.shape().torus()), UsableBuffers::linkVcs),
                machine.localPorts(),
                b.withLinks(b.links().usable(routing)),
                TreeBuffers.NONE);
    }

    /** Returns all buffers of the torus in the RTL at these depths, whether a routing can use them or not. */
    public static UsableBuffers all(Buffers depths) {
        return new UsableBuffers(
                Collections.nCopies(HwLayout.LINKS, EVERY_VC), HwLayout.LOCAL_PORTS, depths, TreeBuffers.NONE);
    }

    private static List<Integer> linkVcs(Network network) {
        RoutingRelation relation = new StaticCheck(network.routing(), network.rule(), 1).relation(network.shape());
        List<Integer> all = new ArrayList<>();
        for (int direction = 0; direction < HwLayout.LINKS; direction++) {
            int used = 0;
            for (int node = 0; node < network.shape().nodes(); node++) {
                used |= relation.used(node) >> 4 * direction;
            }
            all.add(used & EVERY_VC);
        }
        return all;
    }

    /** Returns the number of usable link VC buffers of a node, over all links and classes. */
    public int linkBuffers() {
        return HwLayout.CLASSES * linkVcs.stream().mapToInt(Integer::bitCount).sum();
    }

    /** Returns the depths of the usable VC buffers of a link, each with the number of its buffers. */
    public Map<Integer, Integer> flitsOfLink(int link) {
        Map<Integer, Integer> buffers = new TreeMap<>();
        for (int v = 0; v < HwLayout.VCS_PER_CLASS; v++) {
            for (int cls = 0; (linkVcs.get(link) >> v & 1) != 0 && cls < HwLayout.CLASSES; cls++) {
                buffers.merge(depths.links().at(link / 2, Depths.kind(cls << CLASS_SHIFT | v)), 1, Integer::sum);
            }
        }
        return buffers;
    }

    /** Returns the units of one node that can be used, with the number of their instances. */
    public Map<At, Double> units() {
        Map<At, Double> units = new LinkedHashMap<>();
        BufferUnit.parts(this).forEach(part -> units.merge(part.at(), part.units(), Double::sum));
        return units;
    }

    /** Returns the storage bits of one node by the name of the buffer in a scenario. */
    public TreeMap<String, Long> bitsByKind() {
        TreeMap<String, Long> bits = new TreeMap<>(Map.of("link_vc", 0L, "dla", 0L));
        BufferUnit.parts(this).forEach(part -> bits.merge(part.kind(), part.bits(), Long::sum));
        return bits;
    }

    /** Returns the storage bits of one node: entries at their usable depths times the width of an entry in the RTL. */
    public long bits() {
        return BufferUnit.parts(this).stream().mapToLong(Part::bits).sum();
    }

    /**
     * Returns the lines of {@link #warnings(MachineConfig)}, and one if the program leaves channels of the collective
     * network unused whose depths the scenario gives.
     *
     * @param asked keys of depths that matter even where they have their default
     */
    public static List<String> warnings(Scenario scenario, List<String> asked) {
        List<String> lines = warnings(scenario.machine());
        lines.addAll(TreeBuffers.warnings(scenario, asked));
        return lines;
    }

    /**
     * Returns one line for each kind of buffer that the machine has and cannot use, in part or as a whole. A line
     * begins with the key of the scenario that gives the depth.
     */
    public static List<String> warnings(MachineConfig machine) {
        UsableBuffers usable = of(machine);
        UsableBuffers all = all(machine.buffers());
        List<String> lines = new ArrayList<>();
        Depths depth = machine.buffers().links();
        List<Integer> left = IntStream.range(0, depth.each().size())
                .mapToObj(at ->
                        depth.each().get(at) - usable.depths().links().each().get(at))
                .toList();
        if (Collections.max(left) > 0) {
            String each = depth.isUniform() ? left.get(0) + " flits of each buffer" : left + " flits of the buffers";
            lines.add("machine.buffers.link_vc = " + depth + ": " + each + " cannot be used, since a packet has "
                    + HwLayout.MAX_PACKET_FLITS + " flits; they are not counted");
        }
        if (usable.linkBuffers() < all.linkBuffers()) {
            lines.add("machine.buffers.link_vc = " + depth + ": the routing can use " + usable.linkBuffers()
                    + " of the " + all.linkBuffers() + " link VC buffers of a node; the others are not counted");
        }
        if (usable.localPorts() < all.localPorts()) {
            lines.add("machine.local_ports = " + usable.localPorts() + ": the buffers and response queues of the other"
                    + " local ports cannot be used; they are not counted");
        }
        return lines;
    }
}
