// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ArbitrationRule;
import fairlead.hw.HwLayout.CollectiveReg;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.LinkPace;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.CollectiveNetwork.TreeOrder;
import fairlead.machine.Depths;
import fairlead.machine.DlaLimits;
import fairlead.machine.MachineConfig;
import java.util.List;

/**
 * The translation of a machine configuration to values of the tiles' configuration registers. The fabric itself sets
 * ME, SHAPE and MEMORY_BYTES.
 */
final class RtlConfiguration {
    // values of BARRIER_TREE
    private static final int IN_TREE = 1;
    private static final int AS_ROOT = 3;

    private RtlConfiguration() {}

    @FunctionalInterface
    interface Sink {
        void set(int node, int register, long value);
    }

    static void apply(MachineConfig config, Sink sink) {
        Buffers buffers = config.buffers();
        DlaLimits dla = config.dla();
        int[][] values = {
            {ConfigReg.VC_RULE, config.routing().vcRule(config.vcRule())},
            {ConfigReg.ROUTING, config.routing().register(config.shape(), buffers.linkVc())},
            {
                ConfigReg.ARBITRATION,
                config.arbitration().ordinal() << ArbitrationRule.ROUND_ROBIN_LSB
                        | config.stamps().unit() << ArbitrationRule.UNIT_LSB
            },
            {ConfigReg.LINK_DEPTH, buffers.linkVc()},
            {ConfigReg.LOCAL_DEPTH, buffers.local()},
            {
                ConfigReg.LINK_PACE,
                config.linkInterval() << LinkPace.INTERVAL_LSB | config.linkChunk() << LinkPace.CHUNK_LSB
            },
            {ConfigReg.INJECTION_DEPTH, buffers.injection()},
            {ConfigReg.RECEPTION_DEPTH, buffers.reception()},
            {ConfigReg.DLA_DEPTH, buffers.dla()},
            {ConfigReg.RESPONSE_DEPTH, buffers.response()},
            {ConfigReg.NIC_SIZES, (int) buffers.tables().register()},
            {ConfigReg.LOCAL_PORTS, config.localPorts()},
            {ConfigReg.MESSAGE_BASE, config.messageBase()},
            {ConfigReg.EPOCH_ACCESS, config.epochAccess().ordinal()},
            {ConfigReg.BARRIER_WIDTH, config.barrierWidth()},
            {ConfigReg.DLA_MAX_CREDITS, dla.maxCredits()},
            {ConfigReg.DLA_MAX_LO_CD, dla.maxLoCd()},
            {ConfigReg.DLA_MAX_HI_CD, dla.maxHiCd()},
            {ConfigReg.DLA_MAX_PR, dla.maxPr()},
            {ConfigReg.DLA_MAX_LO_CD_PR, dla.maxLoCdPr()},
            {ConfigReg.DLA_MAX_LO_HI_CD, dla.maxLoHiCd()},
            {ConfigReg.DLA_MAX_HI_CD_PR, dla.maxHiCdPr()},
            {ConfigReg.DLA_MAX_CD_ALLOC, dla.maxCdAlloc()},
            {ConfigReg.DLA_MAX_PR_ALLOC, dla.maxPrAlloc()},
            {ConfigReg.DLA_EVENT_CREDITS, dla.options().eventCredits()},
            {ConfigReg.DLA_STATUS_ADDR, dla.options().statusAddress()},
            {ConfigReg.DLA_STATUS_WHEN, dla.options().statusWhen()},
            {ConfigReg.DLA_BYPASS, dla.options().bypass() ? 1 : 0},
        };
        for (int[] value : values) {
            sink.set(FabricAbi.ALL_NODES, value[0], value[1]);
        }
        if (config.unsafe().isSet()) {
            sink.set(config.unsafe().node(), ConfigReg.UNSAFE, config.unsafe().register());
        }
        for (int node = 0; node < config.nodes(); node++) {
            sink.set(node, ConfigReg.TASKS, config.tasks(node));
        }
        depths(config, sink);
        collective(config, sink);
    }

    /** Names the depths of buffers that are not as deep as others of their kind. */
    private static void depths(MachineConfig config, Sink sink) {
        int[] ofLinks = {ConfigReg.LINK_DEPTHS_X, ConfigReg.LINK_DEPTHS_Y, ConfigReg.LINK_DEPTHS_Z};
        for (int dimension = 0; dimension < ofLinks.length; dimension++) {
            long value = config.buffers().links().register(dimension, config.routing());
            if (value != 0) {
                sink.set(FabricAbi.ALL_NODES, ofLinks[dimension], value);
            }
        }
        Buffers buffers = config.buffers();
        fifos(sink, buffers.injections(), ConfigReg.INJECTION_DEPTHS, ConfigReg.INJECTION_DEPTHS_4);
        fifos(sink, buffers.receptions(), ConfigReg.RECEPTION_DEPTHS, ConfigReg.RECEPTION_DEPTHS_4);
        fifos(sink, buffers.responses(), ConfigReg.RESPONSE_DEPTHS, -1);
        if (!config.buffers().locals().isUniform()) {
            sink.set(
                    FabricAbi.ALL_NODES,
                    ConfigReg.LOCAL_DEPTHS,
                    config.buffers().locals().registers().get(0));
        }
    }

    /** @param more the register of FIFOs 4 to 7, which those of the next ones follow */
    private static void fifos(Sink sink, Depths depths, int first, int more) {
        List<Long> values = depths.registers();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != 0) {
                sink.set(FabricAbi.ALL_NODES, i == 0 ? first : more + i - 1, values.get(i));
            }
        }
    }

    private static void collective(MachineConfig config, Sink sink) {
        CollectiveNetwork network = config.collective();
        sink.set(FabricAbi.ALL_NODES, CollectiveReg.TREE_LINK_DEPTH, network.linkDepth());
        sink.set(FabricAbi.ALL_NODES, CollectiveReg.TREE_INJECTION_DEPTH, network.injection());
        sink.set(FabricAbi.ALL_NODES, CollectiveReg.TREE_RECEPTION_DEPTH, network.reception());
        long[] routes = network.classRoutes(config.nodes());
        for (int node = 0; node < routes.length; node++) {
            sink.set(node, CollectiveReg.CLASS_ROUTES, routes[node]);
            sink.set(node, CollectiveReg.ROUTE_TASKS, network.routeTasks(node));
        }
        if (config.barrier().isTree()) {
            for (int node = 0; node < routes.length; node++) {
                sink.set(node, CollectiveReg.BARRIER_TREE, node == 0 ? AS_ROOT : IN_TREE);
            }
        }
    }

    /** Returns the words of fl_tree. */
    static long[] tree(MachineConfig config) {
        int nodes = config.nodes();
        TreeOrder order = config.collective().order();
        long[] words = new long[1 + HwLayout.TREE_LINKS * nodes];
        words[0] = config.collective().latency();
        for (int i = 1; i < words.length; i++) {
            int node = (i - 1) / HwLayout.TREE_LINKS;
            int link = (i - 1) % HwLayout.TREE_LINKS;
            int other = order.neighbour(node, link);
            words[i] = other < 0 ? 0 : 1 + other * HwLayout.TREE_LINKS + order.otherEnd(node, link);
        }
        return words;
    }
}
