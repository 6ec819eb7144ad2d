// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.GlobalBarrier;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a machine from the keys of `machine`. */
final class MachineKeys {
    private static final long MOST_MEMORY = 1L << 32;

    private final Values values;

    MachineKeys(Values values) {
        this.values = values;
    }

    private int number(String path) {
        return values.number("machine." + path);
    }

    /** Returns the machine, or null after a mistake that leaves no machine. */
    MachineConfig machine() {
        List<Long> k = values.list("machine.shape");
        Shape torus =
                new Shape(k.get(0).intValue(), k.get(1).intValue(), k.get(2).intValue());
        Shape shape = torus.withIoTiles(ioTiles(torus));
        int nodes = shape.nodes();
        List<Integer> tasks = perRank(Schema.TASKS, nodes);
        long memory = values.integer("machine.memory_bytes");
        values.require((memory & 7) == 0, "machine.memory_bytes", "must be a multiple of 8");
        values.require(
                memory * nodes <= MOST_MEMORY,
                "machine.memory_bytes",
                "all " + nodes + " nodes together may have " + MOST_MEMORY + " bytes");
        if (tasks == null) {
            return null;
        }
        int most = Collections.max(tasks);
        int least = MachineConfig.minBarrierWidth(most);
        values.require(
                number("barrier_width") >= least,
                "machine.barrier_width",
                "must be at least " + least + " for " + most + " tasks");
        Map<String, Object> given = new HashMap<>(Map.of("shape", shape, "tasks", tasks, "messageBase", 0));
        given.put("routing", checkedRouting());
        given.put("vcRule", values.constant("machine.routing.vc_rule", VcRule.class));
        given.put("buffers", DepthKeys.buffers(values));
        given.put("latency", values.record(Latency.class, "machine.latency.", Map.of()));
        given.put("dla", values.record(DlaLimits.class, "machine.dla.", Map.of()));
        given.put("seed", values.integer("seed"));
        given.put("unsafe", unsafe(nodes));
        given.put("collective", collective(nodes));
        given.put("barrier", barrier(nodes));
        return values.record(MachineConfig.class, "machine.", given);
    }

    /** Returns the number of I/O tiles, or 0 after a mistake. */
    private int ioTiles(Shape torus) {
        int ratio = values.number(Schema.IO_RATIO);
        if (ratio == 0) {
            return 0;
        }
        int tiles = torus.nodes() / ratio;
        int most = Shape.mostIoTiles(torus.kx(), torus.ky(), torus.kz());
        String wrong = "";
        if (torus.nodes() % ratio != 0) {
            wrong = "must divide the " + torus.nodes() + " nodes of machine.shape";
        } else if (tiles > most) {
            wrong = "gives " + tiles + " I/O tiles, and kz = " + torus.kz()
                    + " of machine.shape leaves coordinates for " + most + ": z from kz to " + (Shape.MAX_K - 1)
                    + " is theirs";
        } else if (!values.is(Schema.BARRIER_NETWORK, "wires")) {
            wrong = "needs " + Schema.BARRIER_NETWORK
                    + " wires: an I/O tile is above the nodes in the tree and joins no barrier";
        }
        values.require(wrong.isEmpty(), Schema.IO_RATIO, wrong);
        return wrong.isEmpty() ? tiles : 0;
    }

    private CollectiveNetwork collective(int nodes) {
        List<List<Long>> routes = values.list(Schema.ROUTES);
        if (routes.stream().flatMap(List::stream).anyMatch(rank -> rank >= nodes)) {
            values.blame(Schema.ROUTES, "there are ranks 0 to " + (nodes - 1));
            return CollectiveNetwork.UNUSED;
        }
        return new CollectiveNetwork(
                number("latency.tree"),
                number("collective.link_depth"),
                number("collective.injection"),
                number("collective.reception"),
                routes.stream().map(MachineKeys::integers).toList());
    }

    private static List<Integer> integers(List<Long> values) {
        return values.stream().map(Long::intValue).toList();
    }

    private Routing checkedRouting() {
        Routing routing = routing();
        Routing.Mode mode = routing.mode();
        String needs = "needs " + Schema.MODE + " adaptive; ";
        values.require(
                mode != Routing.Mode.DIMENSION_ORDER || !values.is(Schema.ESCAPE, "bubble"),
                Schema.ESCAPE,
                needs + "in dimension_order all VCs follow vc_rule");
        values.require(
                mode == Routing.Mode.ADAPTIVE || !routing.longFirst(),
                Schema.SELECT,
                needs + "other packets have one path");
        boolean two = routing.bubbleEscape();
        DepthKeys.check(
                values,
                routing,
                (two ? "bubble rings" : Schema.MODE + " " + values.word(Schema.MODE))
                        + ": a head moves only with room for a whole packet of " + HwLayout.MAX_PACKET_FLITS + " flits"
                        + (two ? ", and enters a ring only with room for two, or the ring fills up and stands" : ""));
        return routing;
    }

    Routing routing() {
        Routing.Mode mode = values.constant(Schema.MODE, Routing.Mode.class);
        boolean rings = mode == Routing.Mode.BUBBLE
                || mode == Routing.Mode.ADAPTIVE && values.is(Schema.ESCAPE, "bubble");
        return new Routing(
                mode, rings, values.is(Schema.SELECT, "long_first"), values.is("machine.routing.ties", "drawn"));
    }

    private Unsafe unsafe(int nodes) {
        int node = number("unsafe.node");
        values.require(node < nodes, "machine.unsafe.node", "there are ranks 0 to " + (nodes - 1));
        int variant = FaultCatalogue.variant(values.word(Schema.UNSAFE));
        values.require(
                variant != UnsafeVariant.SHALLOW_ADAPTIVE || node == Unsafe.ALL_NODES,
                "machine.unsafe.node",
                "both ends of a link must agree about variant " + UnsafeVariant.name(variant)
                        + ": it is of all nodes, -1");
        return new Unsafe(variant, node, number("unsafe.operand"));
    }

    private GlobalBarrier barrier(int nodes) {
        List<Integer> from = cycles("machine.barrier.from", nodes);
        List<Integer> to = cycles("machine.barrier.to", nodes);
        if (values.is(Schema.BARRIER_NETWORK, "wires")) {
            return new GlobalBarrier(GlobalBarrier.Network.WIRES, from, to);
        }
        values.require(
                from.isEmpty() && to.isEmpty() && number("latency.barrier_spread") == 0,
                Schema.BARRIER_NETWORK,
                "the tree has the latency of its links (latency.tree): barrier.from, barrier.to and"
                        + " latency.barrier_spread are of the wires");
        return GlobalBarrier.TREE;
    }

    /** Returns one number for each rank, or an empty list if all are 0. */
    private List<Integer> cycles(String path, int nodes) {
        List<Integer> cycles = perRank(path, nodes);
        return cycles == null || cycles.stream().allMatch(some -> some == 0) ? List.of() : cycles;
    }

    private List<Integer> perRank(String path, int nodes) {
        if (values.get(path) instanceof Long same) {
            return Collections.nCopies(nodes, same.intValue());
        }
        List<Long> list = values.list(path);
        values.require(
                list.size() == nodes, path, "must have one entry a rank: " + nodes + " entries, not " + list.size());
        return list.size() == nodes ? integers(list) : null;
    }
}
