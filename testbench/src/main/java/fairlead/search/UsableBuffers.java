// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.deadlock.RoutingRelation;
import fairlead.deadlock.StaticCheck;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.run.Programs;
import fairlead.scenario.Scenario;
import fairlead.scenario.Scenario.ProgramSource;
import fairlead.search.BufferUnit.At;
import fairlead.search.BufferUnit.Part;
import java.util.ArrayList;
import java.util.BitSet;
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
 * of each class, and none on a ring of length 1. Under virtual cut-through a link VC buffer has whole packets of 17
 * flits; the rest of its depth cannot be used. Buffers of the torus that the program leaves unused are counted, those
 * of the collective network are not.
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
                used |= relation.used(node) >> (direction << CLASS_SHIFT);
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

    /**
     * The buffers of the collective network in one node that a program can use. A channel is usable if the program has
     * a class route for it, and that of messages if it has messages. A link is usable by a channel if some node of one
     * of its class routes has it. An injection or reception FIFO of a class route has room for two of the longest
     * packets, whatever its depth above 1; one of messages has room for as many packets as it is deep.
     *
     * @param routes number of usable channels of class routes
     * @param messages whether the channel of messages is usable
     * @param links number of usable pairs of a link and a channel
     * @param linkDepth flits of a buffer at the far end of a link
     * @param injection packets of an injection FIFO
     * @param reception packets of a reception FIFO
     */
    public record TreeBuffers(int routes, boolean messages, int links, int linkDepth, int injection, int reception) {
        /** A network that a program does not use. */
        public static final TreeBuffers NONE = new TreeBuffers(0, false, 0, 1, 1, 1);

        private static final String KEY = "machine.collective.";

        /** What a program uses, at any depths. */
        private record Use(int routes, boolean messages, int links) {}

        private static final Map<ProgramSource, Use> KNOWN = new ConcurrentHashMap<>();

        /**
         * Returns what the program of a scenario uses. A scenario whose machine cannot serve its program is bad input.
         */
        static TreeBuffers of(Scenario scenario) {
            if (scenario.openLoop() != null) {
                return NONE;
            }
            CollectiveNetwork network = scenario.machine().collective();
            Use use = KNOWN.get(scenario.source());
            if (use == null || use.messages) { // reports messages that are too long for the injection FIFO
                Program program = Programs.of(scenario);
                use = use(scenario.machineFor(program), program);
                KNOWN.put(scenario.source(), use);
            }
            return use.routes == 0 && !use.messages
                    ? NONE
                    : new TreeBuffers(
                            use.routes,
                            use.messages,
                            use.links,
                            network.linkDepth(),
                            network.injection(),
                            network.reception());
        }

        private static Use use(MachineConfig machine, Program program) {
            BitSet called = new BitSet();
            BitSet sent = new BitSet();
            for (Operation op : program.operations()) {
                if (op.kind() == OpKind.TREE) {
                    called.set(op.classRoute());
                } else if (op.kind() == OpKind.DEVICE_SEND) {
                    sent.set(op.classRoute());
                }
            }
            long[] words = machine.collective().classRoutes(machine.nodes());
            int ofCalls =
                    called.stream().map(r -> Integer.bitCount(links(words, r))).sum();
            int ofMessages = sent.stream().map(r -> links(words, r)).reduce(0, (x, y) -> x | y);
            return new Use(called.cardinality(), !sent.isEmpty(), ofCalls + Integer.bitCount(ofMessages));
        }

        /** Returns the mask of the links that some node has in a class route. */
        private static int links(long[] words, int route) {
            int used = 0;
            for (long word : words) {
                long field = word >>> HwLayout.CLASS_ROUTE_STRIDE * route;
                used |= (int) (field >> ClassRoute.PARENT_LSB | field >> ClassRoute.CHILDREN_LSB);
            }
            return used & (1 << HwLayout.TREE_LINKS) - 1;
        }

        public int channels() {
            return routes + (messages ? 1 : 0);
        }

        /**
         * Returns a line if the program leaves channels unused whose depths the scenario gives.
         *
         * @param asked keys of depths that matter even where they have their default
         */
        static List<String> warnings(Scenario scenario, List<String> asked) {
            TreeBuffers usable = of(scenario);
            CollectiveNetwork network = scenario.machine().collective();
            CollectiveNetwork usual = CollectiveNetwork.UNUSED;
            if (usable.channels() == HwLayout.TREE_CHANNELS) {
                return List.of();
            }
            Map<String, Boolean> given = Map.of(
                    KEY + "link_depth",
                    network.linkDepth() != usual.linkDepth(),
                    KEY + "injection",
                    network.injection() != usual.injection(),
                    KEY + "reception",
                    network.reception() != usual.reception());
            List<String> keys = given.keySet().stream()
                    .filter(key -> given.get(key) || asked.contains(key))
                    .sorted()
                    .toList();
            if (keys.isEmpty() && usable.channels() == 0) {
                return List.of();
            }
            String what = keys.isEmpty() ? "machine.collective" : String.join(", ", keys);
            return List.of(
                    usable.channels() == 0
                            ? what + ": the program does not use the collective network; its buffers are not counted"
                            : what + ": the program uses " + usable.channels() + " of the " + HwLayout.TREE_CHANNELS
                                    + " channels of the collective network; the buffers of the others are not counted");
        }
    }
}
