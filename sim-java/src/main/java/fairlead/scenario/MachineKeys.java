// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Arbitration;
import fairlead.machine.BarrierMaster;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
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
import java.util.Locale;

/** Makes a machine from the keys of `machine`. */
final class MachineKeys {
    private static final long MOST_MEMORY = 1L << 32;

    private final Values values;
    private final DepthKeys depths;

    MachineKeys(final Values values) {
        this.values = values;
        depths = new DepthKeys(values);
    }

    private int number(final String path) {
        return values.number("machine." + path);
    }

    /** Returns the machine, or null after a mistake that leaves no machine. */
    MachineConfig machine() {
        final List<Long> k = values.list("machine.shape");
        final Shape torus =
                new Shape(k.get(0).intValue(), k.get(1).intValue(), k.get(2).intValue());
        final Shape shape = torus.withIoTiles(ioTiles(torus));
        final List<Integer> tasks = tasks(shape.nodes());
        final long memory = values.integer("machine.memory_bytes");
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
        final int least = MachineConfig.minBarrierWidth(Collections.max(tasks));
        if (number("barrier_width") < least) {
            values.blame(
                    "machine.barrier_width", "must be at least " + least + " for " + Collections.max(tasks) + " tasks");
        }
        final Routing routing = checkedRouting();
        depths.check(routing, wholePackets(routing));
        return MachineConfig.of(shape)
                .latency(latency())
                .linkInterval(number("link_interval"))
                .linkChunk(number("link_chunk"))
                .buffers(buffers())
                .localPorts(number("local_ports"))
                .vcRule(VcRule.valueOf(values.word("machine.routing.vc_rule").toUpperCase(Locale.ROOT)))
                .arbitration(
                        Arbitration.valueOf(values.word("machine.arbitration").toUpperCase(Locale.ROOT)))
                .memoryBytes((int) memory)
                .dla(dla())
                .tasks(tasks)
                .barrierWidth(number("barrier_width"))
                .seed(values.integer("seed"))
                .routing(routing)
                .unsafe(unsafe(shape.nodes()))
                .epochAccess(
                        EpochAccess.valueOf(values.word("machine.epoch_access").toUpperCase(Locale.ROOT)))
                .barrierMaster(BarrierMaster.valueOf(
                        values.word("machine.barrier_master").toUpperCase(Locale.ROOT)))
                .collective(collective(shape.nodes()))
                .barrier(barrier(shape.nodes()))
                .build();
    }

    /** Returns the number of I/O tiles, or 0 after a mistake. */
    private int ioTiles(final Shape torus) {
        final int ratio = values.number(Schema.IO_RATIO);
        if (ratio == 0) {
            return 0;
        }
        if (torus.nodes() % ratio != 0) {
            values.blame(Schema.IO_RATIO, "must divide the " + torus.nodes() + " nodes of machine.shape");
            return 0;
        }
        final int most = Shape.mostIoTiles(torus.kx(), torus.ky(), torus.kz());
        if (torus.nodes() / ratio > most) {
            values.blame(
                    Schema.IO_RATIO,
                    "gives " + torus.nodes() / ratio + " I/O tiles, and kz = " + torus.kz()
                            + " of machine.shape leaves coordinates for " + most + ": z from kz to "
                            + (Shape.MAX_K - 1) + " is theirs");
            return 0;
        }
        if (!values.word(Schema.BARRIER_NETWORK).equals(Schema.WIRES)) {
            values.blame(
                    Schema.IO_RATIO,
                    "needs " + Schema.BARRIER_NETWORK + " " + Schema.WIRES
                            + ": an I/O tile is above the nodes in the tree and joins no barrier");
            return 0;
        }
        return torus.nodes() / ratio;
    }

    private CollectiveNetwork collective(final int nodes) {
        final List<List<Long>> routes = values.list(Schema.ROUTES);
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

    private Latency latency() {
        return new Latency(
                number("latency.link"),
                number("latency.credit"),
                number("latency.memory"),
                number("latency.software"),
                number("latency.barrier"),
                number("latency.jitter"),
                number("latency.barrier_spread"));
    }

    private Buffers buffers() {
        return new Buffers(
                depths.links(),
                depths.locals(),
                FifoKeys.INJECTION.depths(values),
                FifoKeys.RECEPTION.depths(values),
                number("buffers.dla"),
                FifoKeys.RESPONSE.depths(values),
                depths.tables());
    }

    private DlaLimits dla() {
        return new DlaLimits(
                number("dla.max_credits"),
                number("dla.max_lo_cd"),
                number("dla.max_hi_cd"),
                number("dla.max_pr"),
                number("dla.max_lo_cd_pr"),
                number("dla.max_lo_hi_cd"),
                number("dla.max_hi_cd_pr"),
                number("dla.max_cd_alloc"),
                number("dla.max_pr_alloc"),
                new DlaOptions(
                        number("dla.event_credits"),
                        number("dla.status_address"),
                        number("dla.status_credits"),
                        number("dla.status_cycles"),
                        number("dla.blocks"),
                        values.flag("machine.dla.bypass")));
    }

    private Routing checkedRouting() {
        final Routing routing = routing();
        final Routing.Mode mode = routing.mode();
        final boolean bubble = values.word(Schema.ESCAPE).equals(Schema.BUBBLE);
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
        final Routing.Mode mode = Routing.Mode.valueOf(values.word(Schema.MODE).toUpperCase(Locale.ROOT));
        final boolean bubble = values.word(Schema.ESCAPE).equals(Schema.BUBBLE);
        final boolean longFirst = values.word(Schema.SELECT).equals(Schema.LONG_FIRST);
        final boolean rings = mode == Routing.Mode.BUBBLE || bubble && mode == Routing.Mode.ADAPTIVE;
        return new Routing(mode, rings, longFirst, values.word(Schema.TIES).equals(Schema.DRAWN));
    }

    private String wholePackets(final Routing routing) {
        final boolean two = routing.bubbleEscape();
        return (two ? "bubble rings" : Schema.MODE + " " + values.word(Schema.MODE))
                + ": a head moves only with room for a whole packet of " + HwLayout.MAX_PACKET_FLITS + " flits"
                + (two ? ", and enters a ring only with room for two, or the ring fills up and stands" : "");
    }

    private Unsafe unsafe(final int nodes) {
        final int node = number("unsafe.node");
        if (node >= nodes) {
            values.blame("machine.unsafe.node", "there are ranks 0 to " + (nodes - 1));
        }
        final int variant = FaultCatalogue.variant(values.word(Schema.UNSAFE));
        if (variant == UnsafeVariant.SHALLOW_ADAPTIVE && node != Unsafe.ALL_NODES) {
            values.blame(
                    "machine.unsafe.node",
                    "both ends of a link must agree about variant " + UnsafeVariant.name(variant)
                            + ": it is of all nodes, -1");
        }
        return new Unsafe(variant, node, number("unsafe.operand"));
    }

    private GlobalBarrier barrier(final int nodes) {
        final List<Integer> from = cycles("machine.barrier.from", nodes);
        final List<Integer> to = cycles("machine.barrier.to", nodes);
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
    private List<Integer> cycles(final String path, final int nodes) {
        final List<Integer> cycles = perRank(path, nodes);
        return cycles == null || cycles.stream().allMatch(some -> some == 0) ? List.of() : cycles;
    }

    private List<Integer> tasks(final int nodes) {
        return perRank("machine.tasks_per_node", nodes);
    }

    private List<Integer> perRank(final String path, final int nodes) {
        if (values.get(path) instanceof Long same) {
            return Collections.nCopies(nodes, same.intValue());
        }
        final List<Long> list = values.list(path);
        if (list.size() != nodes) {
            values.blame(path, "must have one entry a rank: " + nodes + " entries, not " + list.size());
            return null;
        }
        return list.stream().map(Long::intValue).toList();
    }
}
