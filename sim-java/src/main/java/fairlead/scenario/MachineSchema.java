// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Shape;
import java.util.List;

/** The table of the keys of `machine`. */
final class MachineSchema {
    /** The machine from which the defaults come; only its shape is given. */
    private static final MachineConfig MACHINE =
            MachineConfig.of(new Shape(1, 1, 1)).build();

    private static final Buffers BUFFERS = MACHINE.buffers();
    private static final int MAX_MEMORY = 1 << HwLayout.ADDRESS_BITS;
    private static final int MAX_LATENCY = 60_000;
    private static final int MAX_CREDITS = 8192;

    private MachineSchema() {}

    static void add(final List<Key> keys) {
        network(keys);
        keys.addAll(StructureFile.keys());
        times(keys);
        sizes(keys);
        dla(keys);
        collective(keys);
        nodes(keys);
    }

    private static void network(final List<Key> keys) {
        keys.add(new Key(
                "machine.shape",
                Key.Type.SHAPE,
                null,
                1,
                HwLayout.WIDEST_K,
                List.of(),
                true,
                "kx, ky, kz; above " + MachineStructure.STANDARD.maxK()
                        + " with machine.structure.coordinate_bits = 8"));
        keys.add(Key.integer(
                Schema.IO_RATIO,
                0,
                0,
                4096,
                "one I/O tile beside the torus for so many of its nodes; 0: the machine has no I/O tiles"));
        keys.add(Key.word(
                Schema.MODE,
                "dimension_order",
                Schema.ROUTING_MODES,
                "how packets are routed; adaptive and bubble are virtual cut-through, 17 flits of buffer a packet"));
        keys.add(Key.word(
                "machine.routing.vc_rule",
                "dateline",
                List.of("dateline", "static"),
                "how a packet picks an escape VC on a ring, unless rings are bubble rings"));
        keys.add(Key.word(
                Schema.ESCAPE,
                "rings",
                List.of("rings", Schema.BUBBLE),
                "escape VCs of mode adaptive: by vc_rule, or bubble rings (mode bubble always has them)"));
        keys.add(Key.word(
                Schema.SELECT,
                "free",
                List.of("free", Schema.LONG_FIRST),
                "mode adaptive: any minimal link, or the longest dimensions of the shape first"));
        keys.add(Key.word(
                Schema.TIES,
                "fixed",
                List.of("fixed", Schema.DRAWN),
                "direction at distance k/2 of data packets that need no order: by the pair, or drawn for each"));
        keys.add(Key.word("machine.arbitration", "age", List.of("age", "round_robin"), "switch arbitration"));
    }

    private static void times(final List<Key> keys) {
        keys.add(latency("link", MACHINE.latency().link(), "flit on a link"));
        keys.add(latency("credit", MACHINE.latency().credit(), "credit on its way back"));
        keys.add(latency("memory", MACHINE.latency().memory(), "memory request to reply"));
        keys.add(latency("software", MACHINE.latency().software(), "event to the earliest command because of it"));
        keys.add(latency("barrier", MACHINE.latency().barrier(), "global barrier network"));
        keys.add(latency("tree", MACHINE.collective().latency(), "flit or credit on a link of the collective network"));
        keys.add(Key.integer(
                "machine.latency.jitter",
                0,
                0,
                MAX_LATENCY,
                "a node's memory is up to so many cycles slower, drawn per node"));
        keys.add(
                Key.integer(
                        "machine.latency.barrier_spread",
                        0,
                        0,
                        MAX_LATENCY,
                        "the global barrier network takes up to so many cycles more from a node, and as many more to it, each drawn per node"));
        keys.add(
                Key.word(
                        Schema.BARRIER_NETWORK,
                        Schema.WIRES,
                        List.of(Schema.WIRES, "tree"),
                        "global barrier: an OR with wires of its own, or up and down the tree of the collective network with latency.tree"));
        keys.add(cycles("from", "from a node to the OR of the barrier's wires, beyond latency.barrier"));
        keys.add(cycles("to", "from the OR of the barrier's wires to a node, beyond latency.barrier"));
        keys.add(Key.integer(
                "machine.link_interval",
                MACHINE.linkInterval(),
                1,
                HwLayout.MAX_LINK_INTERVAL,
                "cycles a flit takes on a link"));
        keys.add(Key.integer(
                "machine.link_chunk",
                MACHINE.linkChunk(),
                1,
                HwLayout.MAX_LINK_CHUNK,
                "flits that a link sends as one unit; what a packet leaves empty is lost"));
    }

    private static void sizes(final List<Key> keys) {
        keys.add(
                Key.derived(
                        Schema.LINK_VC,
                        1,
                        256,
                        "flits of each link VC buffer; default 8, or what the routing needs: 17 for whole packets, 34 in bubble rings"));
        DepthKeys.links(keys);
        keys.add(Key.integer(
                "machine.buffers.local", BUFFERS.local(), 1, 256, "flits of each buffer between router and NIC"));
        DepthKeys.locals(keys);
        keys.add(Key.integer(
                "machine.buffers.injection", BUFFERS.injection(), 1, 256, "descriptors of each injection FIFO"));
        FifoKeys.INJECTION.add(keys);
        keys.add(Key.integer(
                "machine.buffers.reception", BUFFERS.reception(), 1, 256, "packets of each reception FIFO"));
        FifoKeys.RECEPTION.add(keys);
        keys.add(Key.integer("machine.buffers.dla", BUFFERS.dla(), 1, MAX_CREDITS, "words of the DLA FIFO"));
        keys.add(Key.integer("machine.buffers.response", BUFFERS.response(), 1, 64, "slots of each response queue"));
        FifoKeys.RESPONSE.add(keys);
        DepthKeys.tables(keys);
        keys.add(Key.integer(
                StructureFile.PORTS, MACHINE.localPorts(), 1, HwLayout.MOST_PORTS, "usable local ports of each class"));
        keys.add(Key.integer("machine.memory_bytes", MACHINE.memoryBytes(), 1024, MAX_MEMORY, "memory of each node"));
    }

    private static void dla(final List<Key> keys) {
        keys.add(Key.word(
                "machine.dla.scheme", "cd", List.of("cd", "pr"), "controlled discard or persistent reservation"));
        for (final String limit : List.of(
                "max_credits", "max_lo_cd", "max_hi_cd", "max_pr", "max_lo_cd_pr", "max_lo_hi_cd", "max_hi_cd_pr")) {
            keys.add(Key.derived(
                    "machine.dla." + limit,
                    0,
                    MAX_CREDITS,
                    "limit of the pool; default machine.buffers.dla or max_credits"));
        }
        keys.add(Key.derived("machine.dla.max_cd_alloc", 0, MAX_CREDITS, "largest CD allocation; default max_credits"));
        keys.add(Key.derived("machine.dla.max_pr_alloc", 0, MAX_CREDITS, "largest PR allocation; default max_credits"));
        keys.add(Key.integer(
                "machine.dla.event_credits", 0, 0, 65535, "status events that software may owe; 0: no limit"));
        keys.add(Key.integer("machine.dla.blocks", 1, 1, 8, "CD transactions of a channel under way at a time"));
        keys.add(Key.derived(
                "machine.dla.status_address",
                0,
                MAX_MEMORY - 16,
                "where the DLA writes its state; default the last 16 bytes of memory"));
        keys.add(Key.integer("machine.dla.status_credits", 0, 0, 65535, "written after so many credits; 0: never"));
        keys.add(Key.integer("machine.dla.status_cycles", 0, 0, 16383, "written so long after a change; 0: never"));
        keys.add(Key.flag(
                "machine.dla.bypass", false, "no reservations: a store that finds the FIFO full stalls the host"));
    }

    private static void collective(final List<Key> keys) {
        final CollectiveNetwork network = MACHINE.collective();
        keys.add(new Key(
                Schema.ROUTES,
                Key.Type.ROUTES,
                List.of(),
                0,
                0,
                List.of(),
                false,
                "members of each class route of the collective network; without any the network is not used"));
        keys.add(Key.integer(
                "machine.collective.link_depth",
                network.linkDepth(),
                1,
                HwLayout.TREE_LINK_DEPTH,
                "flits of each channel's buffer behind a link of the collective network"));
        keys.add(Key.integer(
                "machine.collective.injection",
                network.injection(),
                1,
                HwLayout.TREE_PACKETS,
                "packets of each injection FIFO of the collective network"));
        keys.add(Key.integer(
                "machine.collective.reception",
                network.reception(),
                1,
                HwLayout.TREE_PACKETS,
                "packets of each reception FIFO of the collective network"));
    }

    private static void nodes(final List<Key> keys) {
        keys.add(Key.word(
                Schema.UNSAFE,
                FaultCatalogue.NO_VARIANT,
                FaultCatalogue.variantNames(),
                "a machine that is wrong on purpose (faults build); none is the machine as it is shipped"));
        keys.add(Key.integer("machine.unsafe.node", -1, -1, 4095, "rank that is wrong; -1: all"));
        keys.add(Key.integer("machine.unsafe.operand", 0, 0, 255, "operand of the variant"));
        keys.add(new Key(
                "machine.tasks_per_node",
                Key.Type.TASKS,
                (long) MACHINE.tasks(0),
                1,
                16,
                List.of(),
                false,
                "tasks of each node"));
        keys.add(Key.word(
                "machine.epoch_access",
                "open",
                List.of("open", "queue", "refuse"),
                "epoch of another origin on a node where one is open: granted, queued until it is free, denied"));
        keys.add(Key.integer("machine.barrier_width", MACHINE.barrierWidth(), 1, 16, "bits of the barrier counter"));
        keys.add(Key.word(
                "machine.barrier_master",
                "first",
                List.of("first", "last", "drawn"),
                "task of a node that is its master in barriers: the first, the last, or drawn per node"));
    }

    private static Key cycles(final String name, final String doc) {
        return new Key(
                "machine.barrier." + name, Key.Type.TASKS, 0L, 0, MAX_LATENCY, List.of(), false, "cycles: " + doc);
    }

    private static Key latency(final String name, final long standard, final String doc) {
        return Key.integer("machine.latency." + name, standard, 1, MAX_LATENCY, "cycles: " + doc);
    }
}
