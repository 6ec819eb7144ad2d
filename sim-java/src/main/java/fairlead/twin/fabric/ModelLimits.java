// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Product;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import fairlead.machine.TableSizes;

/** The limits of the twin: the depths of the product library, so that both engines refuse the same machines. */
final class ModelLimits {
    static final Capabilities CAPABILITIES = new Capabilities(
            "model",
            false,
            false,
            new Buffers(
                    Product.MAX_LINK_DEPTH,
                    Product.MAX_LOCAL_DEPTH,
                    Product.MAX_INJECTION,
                    Product.MAX_RECEPTION,
                    Product.MAX_DLA,
                    Product.MAX_RESPONSE),
            Product.MAX_TASKS,
            Product.DLA_CHANNELS,
            HwLayout.VCS_PER_CLASS);

    private static final int MAX_LATENCY = 1 << 20;
    private static final int MAX_BARRIER_WIDTH = 16;

    private ModelLimits() {}

    /** Throws IllegalArgumentException with the first value that is out of range. */
    static void check(MachineConfig machine) {
        Buffers buffers = machine.buffers();
        Buffers most = CAPABILITIES.most();
        range("LINK_DEPTH", buffers.linkVc(), most.linkVc());
        range("LOCAL_DEPTH", buffers.local(), most.local());
        each("INJECTION_DEPTH", buffers.injections(), most.injection());
        each("RECEPTION_DEPTH", buffers.receptions(), most.reception());
        range("DLA_DEPTH", buffers.dla(), most.dla());
        each("RESPONSE_DEPTH", buffers.responses(), most.response());
        for (TableSizes.Table table : TableSizes.Table.values()) {
            range("NIC_SIZES " + table, buffers.tables().of(table), table.most());
        }
        range("LOCAL_PORTS", machine.localPorts(), HwLayout.LOCAL_PORTS);
        range("BARRIER_WIDTH", machine.barrierWidth(), MAX_BARRIER_WIDTH);
        range("link interval", machine.linkInterval(), HwLayout.MAX_LINK_INTERVAL);
        range("link chunk", machine.linkChunk(), HwLayout.MAX_LINK_CHUNK);
        range("link latency", machine.latency().link(), MAX_LATENCY);
        range("credit latency", machine.latency().credit(), MAX_LATENCY);
        range("barrier latency", machine.latency().barrier(), MAX_LATENCY);
        range("software latency", machine.latency().software(), MAX_LATENCY);
        for (int node = 0; node < machine.nodes(); node++) {
            range("TASKS", machine.tasks(node), CAPABILITIES.maxTasks());
            range("memory latency", machine.memoryLatency(node), MAX_LATENCY);
            range("barrier latency from a node", 1 + machine.barrierUp(node), 1 + MAX_LATENCY);
            range("barrier latency to a node", 1 + machine.barrierDown(node), 1 + MAX_LATENCY);
        }
    }

    private static void each(String what, Depths depths, int high) {
        depths.each().forEach(depth -> range(what, depth, high));
    }

    private static void range(String what, int value, int high) {
        if (value < 1 || value > high) {
            throw new IllegalArgumentException(what + " must be 1 to " + high + ", got " + value);
        }
    }
}
