// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws the `machine` section of a case of {@link EdgeDraw}. Consecutive seeds take the shapes and memory sizes in
 * turn; every other value is at its least, at its most or between.
 */
final class EdgeMachine {
    private static final int MACHINE = 11;
    private static final int LARGE = 1 << HwLayout.ADDRESS_BITS;
    private static final int[][] SHAPES = {
        {2, 1, 1}, {16, 1, 1}, {1, 2, 1}, {3, 2, 1}, {1, 16, 1}, {1, 1, 2}, {2, 2, 2}, {1, 1, 16}, {1, 1, 1}
    };
    private static final int[] MEMORIES = {LARGE, LARGE, 1 << 20, LARGE, LARGE / 2 + 4096, LARGE, 1 << 24};
    private static final int[] SMALL = {1 << 20, 1 << 24}; // memory sizes in bytes of a machine of 16 nodes
    private static final int[] LATENCIES = {1, 1, 2, 5, 64, 300, 2500};

    private final long seed;
    private final Capabilities limits;
    private final SplittableRandom random;

    EdgeMachine(final long seed, final Capabilities limits) {
        this.seed = seed;
        this.limits = limits;
        random = new SplittableRandom(Mix.seed(seed, MACHINE));
    }

    private boolean one(final int in) {
        return random.nextInt(in) == 0;
    }

    private int of(final int... values) {
        return values[random.nextInt(values.length)];
    }

    private int extreme(final int most) {
        return one(2) ? most : one(3) ? 1 + random.nextInt(most) : 1;
    }

    Map<String, Object> draw() {
        final int[] shape = SHAPES[Math.floorMod(seed, SHAPES.length)].clone();
        Arrays.fill(shape, HwLayout.DIMENSIONS, shape.length, 1);
        final Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("shape", List.of(shape[0], shape[1], shape[2]));
        MachineDraw.structure(keys);
        final boolean adaptive = one(3)
                && limits.maxLinkDepth() >= 2 * HwLayout.MAX_PACKET_FLITS
                && HwLayout.VCS_PER_CLASS > HwLayout.ESCAPE_VCS;
        keys.put(
                "routing",
                Map.of("mode", adaptive ? "adaptive" : "dimension_order", "ties", one(2) ? "drawn" : "fixed"));
        keys.put("arbitration", one(3) ? "round_robin" : "age");
        final Map<String, Object> latency = new LinkedHashMap<>();
        for (final String key : List.of("link", "credit", "memory", "software", "barrier")) {
            latency.put(key, of(LATENCIES));
        }
        latency.put("jitter", of(0, 0, 60, 6000));
        final boolean fast = shape[0] == 2 && shape[1] == 1; // every part is fast except memory, for which packets wait
        final boolean slow = shape[1] == 2 && shape[0] == 1; // the links are slow, so stores wait in the DLA
        if (fast) {
            latency.putAll(Map.of("link", 1, "credit", 1, "memory", 2500));
        }
        keys.put("latency", latency);
        keys.put("link_interval", fast ? 1 : slow ? 256 : of(1, 1, 1, 3, 256));
        final Map<String, Object> buffers = new LinkedHashMap<>();
        final int least = 2 * HwLayout.MAX_PACKET_FLITS;
        buffers.put(
                "link_vc",
                fast
                        ? limits.maxLinkDepth()
                        : adaptive ? Math.max(least, extreme(limits.maxLinkDepth())) : extreme(limits.maxLinkDepth()));
        buffers.put("local", fast ? limits.maxLocalDepth() : extreme(limits.maxLocalDepth()));
        buffers.put("injection", extreme(limits.maxInjection()));
        buffers.put("reception", extreme(limits.maxReception()));
        buffers.put("dla", slow || one(2) ? limits.maxDla() : 5 + random.nextInt(60));
        buffers.put("response", extreme(limits.maxResponse()));
        DepthDraw.tables(buffers, latency, limits);
        keys.put("buffers", buffers);
        keys.put("local_ports", one(3) ? 1 : HwLayout.LOCAL_PORTS);
        final boolean ring = shape[0] + shape[1] + shape[2] > HwLayout.MAX_K;
        keys.put("memory_bytes", ring ? SMALL[(int) (seed & 1)] : MEMORIES[Math.floorMod(seed, MEMORIES.length)]);
        final Map<String, Object> dla = new LinkedHashMap<>();
        dla.put("scheme", one(2) ? "cd" : "pr");
        dla.put("event_credits", of(0, 0, 2, 65535));
        dla.put("status_credits", of(0, 1, 65535));
        dla.put("status_cycles", of(0, 1, 16383));
        keys.put("dla", dla);
        final int tasks = of(1, 1, limits.maxTasks());
        final int nodes = shape[0] * shape[1] * shape[2];
        keys.put("tasks_per_node", Collections.nCopies(nodes, nodes > 8 ? of(1, 2) : tasks));
        keys.put("barrier_width", one(2) ? 16 : MachineConfig.minBarrierWidth(limits.maxTasks()));
        keys.put("epoch_access", one(3) ? "queue" : "open");
        return keys;
    }
}
