// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Arbitration;
import fairlead.machine.BarrierMaster;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.EpochAccess;
import fairlead.machine.GlobalBarrier;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.Collections;
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
        List<Integer> tasks = perRank(Schema.TASKS, shape.nodes());
        long memory = values.integer("machine.memory_bytes");
        if ((memory & 7) != 0) {
            values.blame("machine.memory_bytes", "must be a multiple of 8");
        }
        if (memory * shape.nodes() > MOST_MEMORY) {
            values.blame(
                    "machine.memory_bytes",
                    "all " + shape.nodes() + " nodes together may have " + MOST_MEMORY + " bytes");
        }
        if (tasks == null) {
            return null;
        }
        int least = MachineConfig.minBarrierWidth(Collections.max(tasks));
        if (number("barrier_width") < least) {
            values.blame(
                    "machine.barrier_width", "must be at least " + least + " for " + Collections.max(tasks) + " tasks");
        }
        Routing routing = checkedRouting();
        DepthKeys.check(values, routing, wholePackets(routing));
        return MachineConfig.of(shape)
                .latency(values.record(Latency.class, "machine.latency.", Map.of()))
                .linkInterval(number("link_interval"))
                .linkChunk(number("link_chunk"))
                .buffers(DepthKeys.buffers(values))
                .localPorts(number("local_ports"))
                .vcRule(values.constant("machine.routing.vc_rule", VcRule.class))
                .arbitration(values.constant("machine.arbitration", Arbitration.class))
                .memoryBytes((int) memory)
                .dla(values.record(DlaLimits.class, "machine.dla.", Map.of()))
                .tasks(tasks)
                .barrierWidth(number("barrier_width"))
                .seed(values.integer("seed"))
                .routing(routing)
                .unsafe(unsafe(shape.nodes()))
                .epochAccess(values.constant("machine.epoch_access", EpochAccess.class))
                .barrierMaster(values.constant("machine.barrier_master", BarrierMaster.class))
                .collective(collective(shape.nodes()))
                .barrier(barrier(shape.nodes()))
                .build();
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
        } else if (!values.word(Schema.BARRIER_NETWORK).equals(Schema.WIRES)) {
            wrong = "needs " + Schema.BARRIER_NETWORK + " " + Schema.WIRES
                    + ": an I/O tile is above the nodes in the tree and joins no barrier";
        }
        if (wrong.isEmpty()) {
            return tiles;
        }
        values.blame(Schema.IO_RATIO, wrong);
        return 0;
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
                routes.stream()
                        .map(ranks -> ranks.stream().map(Long::intValue).toList())
                        .toList());
    }

    private Routing checkedRouting() {
        Routing routing = routing();
        Routing.Mode mode = routing.mode();
        boolean bubble = values.word(Schema.ESCAPE).equals(Schema.BUBBLE);
        if (bubble && mode == Routing.Mode.DIMENSION_ORDER) {
            values.blame(
                    Schema.ESCAPE, "needs " + Schema.MODE + " adaptive; in dimension_order all VCs follow vc_rule");
        }
        if (routing.longFirst() && mode != Routing.Mode.ADAPTIVE) {
            values.blame(Schema.SELECT, "needs " + Schema.MODE + " adaptive; other packets have one path");
        }
        return routing;
    }

    Routing routing() {
        Routing.Mode mode = values.constant(Schema.MODE, Routing.Mode.class);
        boolean bubble = values.word(Schema.ESCAPE).equals(Schema.BUBBLE);
        boolean longFirst = values.word(Schema.SELECT).equals("long_first");
        boolean rings = mode == Routing.Mode.BUBBLE || bubble && mode == Routing.Mode.ADAPTIVE;
        return new Routing(
                mode, rings, longFirst, values.word("machine.routing.ties").equals("drawn"));
    }

    private String wholePackets(Routing routing) {
        boolean two = routing.bubbleEscape();
        return (two ? "bubble rings" : Schema.MODE + " " + values.word(Schema.MODE))
                + ": a head moves only with room for a whole packet of " + HwLayout.MAX_PACKET_FLITS + " flits"
                + (two ? ", and enters a ring only with room for two, or the ring fills up and stands" : "");
    }

    private Unsafe unsafe(int nodes) {
        int node = number("unsafe.node");
        if (node >= nodes) {
            values.blame("machine.unsafe.node", "there are ranks 0 to " + (nodes - 1));
        }
        int variant = FaultCatalogue.variant(values.word(Schema.UNSAFE));
        if (variant == UnsafeVariant.SHALLOW_ADAPTIVE && node != Unsafe.ALL_NODES) {
            values.blame(
                    "machine.unsafe.node",
                    "both ends of a link must agree about variant " + UnsafeVariant.name(variant)
                            + ": it is of all nodes, -1");
        }
        return new Unsafe(variant, node, number("unsafe.operand"));
    }

    private GlobalBarrier barrier(int nodes) {
        List<Integer> from = cycles("machine.barrier.from", nodes);
        List<Integer> to = cycles("machine.barrier.to", nodes);
        if (values.word(Schema.BARRIER_NETWORK).equals(Schema.WIRES)) {
            return new GlobalBarrier(GlobalBarrier.Network.WIRES, from, to);
        }
        if (!from.isEmpty() || !to.isEmpty() || number("latency.barrier_spread") > 0) {
            values.blame(
                    Schema.BARRIER_NETWORK,
                    "the tree has the latency of its links (latency.tree): barrier.from, barrier.to and"
                            + " latency.barrier_spread are of the wires");
        }
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
        if (list.size() != nodes) {
            values.blame(path, "must have one entry a rank: " + nodes + " entries, not " + list.size());
            return null;
        }
        return list.stream().map(Long::intValue).toList();
    }
}
