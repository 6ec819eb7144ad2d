// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Mix;
import fairlead.machine.TableSizes.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws the `machine` section of a scenario. Small machines, shallow buffers and slow links are frequent, because their
 * cycles are cheap and many packets are blocked.
 */
final class MachineDraw {
    /** Keys of the credit limits of the DLA, each of which may deny requests. */
    static final List<String> DLA_LIMITS =
            List.of(("max_credits max_lo_cd max_hi_cd max_pr max_lo_cd_pr max_lo_hi_cd max_hi_cd_pr"
                            + " max_cd_alloc max_pr_alloc")
                    .split(" "));

    private static final int[][] SMALL = {
        {1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {3, 1, 1}, {1, 1, 4}, {4, 1, 1}, {5, 1, 1}, {2, 2, 1}, {3, 2, 1}, {1, 3, 2},
        {2, 2, 2}
    };
    private static final int[][] LARGE = {
        {3, 3, 1},
        {4, 3, 1},
        {3, 2, 2},
        {2, 3, 3},
        {4, 4, 1},
        {5, 3, 1},
        {1, 5, 3},
        {8, 1, 1},
        {1, 16, 1},
        {3, 3, 3},
        {4, 4, 2},
        {5, 4, 3}
    };
    private static final List<String> MASTERS = List.of("first", "last", "drawn");
    private static final List<String> ACCESS = List.of("open", "queue", "open", "refuse");
    private static final int ALIGN = 256;
    private static final int LEAST_MEMORY = 8192;

    private final SplittableRandom random;
    private final Capabilities limits;

    MachineDraw(SplittableRandom random, Capabilities limits) {
        this.random = random;
        this.limits = limits;
    }

    /** Draws the chunk of the links from the latencies, so that the values drawn after it are those of older seeds. */
    private static void chunk(Map<String, Object> machine, Map<String, Object> latency) {
        SplittableRandom its = new SplittableRandom(Mix.seed(
                (int) latency.get("link") * LEAST_MEMORY + (int) latency.get("credit"), (int) latency.get("memory")));
        if (its.nextInt(100) < 30) {
            machine.put(
                    "link_chunk",
                    its.nextInt(100) < 70 ? 2 + its.nextInt(3) : 2 + its.nextInt(HwLayout.MAX_LINK_CHUNK - 1));
        }
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    private int depth(int max) {
        int draw = random.nextInt(100);
        return draw < 35 ? 1 : draw < 55 ? max : draw < 85 ? between(1, Math.min(8, max)) : between(1, max);
    }

    private int latency() {
        return chance(70) ? between(1, 4) : chance(80) ? between(1, 16) : between(17, 60);
    }

    private Map<String, Object> latencies() {
        Map<String, Object> latency = new LinkedHashMap<>();
        latency.put("link", latency());
        latency.put("credit", latency());
        latency.put("memory", chance(60) ? between(1, 24) : chance(90) ? between(1, 200) : between(200, 3000));
        latency.put("software", between(1, 80));
        latency.put("barrier", between(1, 20));
        if (chance(30)) {
            latency.put("jitter", between(1, 60));
        }
        return latency;
    }

    /** Adds the key of the structure of this process, unless it is the default one. */
    static void structure(Map<String, Object> machine) {
        MachineStructure structure = MachineStructure.loaded();
        if (!structure.equals(MachineStructure.STANDARD)) {
            machine.put("structure", structure.keys());
        }
    }

    Map<String, Object> draw() {
        Map<String, Object> machine = new LinkedHashMap<>();
        int[] shape =
                chance(75) ? SMALL[random.nextInt(SMALL.length)].clone() : LARGE[random.nextInt(LARGE.length)].clone();
        Arrays.fill(shape, HwLayout.DIMENSIONS, shape.length, 1);
        int nodes = shape[0] * shape[1] * shape[2];
        machine.put("shape", List.of(shape[0], shape[1], shape[2]));
        structure(machine);
        Map<String, Object> routing = routing();
        machine.put("routing", routing);
        if (chance(40)) {
            machine.put("arbitration", "round_robin");
        }
        Map<String, Object> latency = latencies();
        machine.put("latency", latency);
        if (chance(60)) {
            machine.put("link_interval", chance(70) ? between(2, 8) : between(9, 40));
        }
        chunk(machine, latency);
        int reception = depth(limits.maxReception());
        int dla = dlaDepth();
        Map<String, Object> buffers = new LinkedHashMap<>();
        buffers.put("link_vc", linkDepth(routing));
        buffers.put("local", depth(limits.maxLocalDepth()));
        buffers.put("injection", depth(limits.maxInjection()));
        buffers.put("reception", reception);
        buffers.put("dla", dla);
        buffers.put("response", depth(limits.maxResponse()));
        DepthDraw.split(buffers, routing, latency, limits);
        DepthDraw.tables(buffers, latency, limits);
        machine.put("buffers", buffers);
        if (chance(40)) {
            machine.put("local_ports", 1);
        }
        int slots = HwLayout.RECEPTION_FIFOS * reception * HwLayout.RECEPTION_SLOT;
        machine.put("memory_bytes", slots + ALIGN * between(LEAST_MEMORY / ALIGN, 4 * LEAST_MEMORY / ALIGN));
        Map<String, Object> dlaKeys = dlaKeys(dla);
        machine.put("dla", limits.dlaChannels() > 0 ? dlaKeys : new LinkedHashMap<>());
        List<Integer> tasks = new ArrayList<>();
        int most = chance(70) ? between(1, 4) : between(1, limits.maxTasks());
        for (int node = 0; node < nodes; node++) {
            tasks.add(between(1, most));
        }
        machine.put("tasks_per_node", tasks);
        int least = MachineConfig.minBarrierWidth(Collections.max(tasks));
        machine.put("barrier_width", chance(60) ? least : between(least, 16));
        int access = (int) latency.get("software") % ACCESS.size(); // draws nothing, so other draws stay
        if (access > 0) {
            machine.put("epoch_access", ACCESS.get(access));
        }
        barrier(machine, latency);
        return machine;
    }

    /**
     * Sets the keys of the barrier from a hash of the latencies. It takes no value from the generator, so that all
     * other draws stay as they are.
     */
    private static void barrier(Map<String, Object> machine, Map<String, Object> latency) {
        long mixed = Mix.mix64(latency.hashCode());
        if ((mixed & 3) == 0) {
            int most = (mixed & 12) == 0 ? 200 : 12;
            latency.put("barrier_spread", 1 + (int) Long.remainderUnsigned(mixed >>> 8, most));
        }
        machine.put("barrier_master", MASTERS.get((int) Long.remainderUnsigned(mixed >>> 32, MASTERS.size())));
    }

    private Map<String, Object> routing() {
        Map<String, Object> keys = new LinkedHashMap<>();
        String mode = limits.maxLinkDepth() < 2 * HwLayout.MAX_PACKET_FLITS || chance(50)
                ? "dimension_order"
                : chance(65) ? "adaptive" : "bubble";
        if (limits.vcsPerClass() == HwLayout.ESCAPE_VCS && mode.equals("adaptive")) {
            return new LinkedHashMap<>(Map.of("mode", "bubble")); // the structure has no adaptive VCs
        }
        keys.put("mode", mode);
        if (chance(30)) {
            keys.put("vc_rule", "static");
        }
        if (mode.equals("adaptive")) {
            keys.put("escape", chance(50) ? "rings" : "bubble");
            keys.put("select", chance(70) ? "free" : "long_first");
        }
        if (chance(30)) {
            keys.put("ties", "drawn");
        }
        return keys;
    }

    private int linkDepth(Map<String, Object> routing) {
        String mode = (String) routing.get("mode");
        if (mode.equals("dimension_order")) {
            return depth(limits.maxLinkDepth());
        }
        boolean rings = mode.equals("bubble") || "bubble".equals(routing.get("escape"));
        int least = (rings ? 2 : 1) * HwLayout.MAX_PACKET_FLITS;
        return chance(50) ? least : between(least, limits.maxLinkDepth());
    }

    /** Draws the depth of the DLA in words. Half of the depths hold only a few requests, so that credits run out. */
    private int dlaDepth() {
        return chance(50) ? between(1, 24) : depth(limits.maxDla());
    }

    private Map<String, Object> dlaKeys(int depth) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("scheme", chance(50) ? "cd" : "pr");
        if (chance(50)) {
            for (String key : DLA_LIMITS) {
                if (chance(40)) {
                    keys.put(key, between(0, depth));
                }
            }
        }
        if (chance(40)) {
            keys.put("event_credits", chance(80) ? between(1, 4) : between(5, 40));
        }
        if (chance(50)) {
            keys.put("status_credits", chance(50) ? 1 : between(0, 8));
            keys.put("status_cycles", chance(30) ? 0 : between(1, 100));
        }
        if (chance(8)) {
            keys.put("bypass", true);
        }
        return keys;
    }

    /**
     * Gives some kinds of buffers of a drawn machine depths of their own. The values follow from a hash of the
     * latencies and the other depths, so that all other draws stay as they are.
     */
    static final class DepthDraw {
        private static final List<String> LINK_KINDS =
                List.of("request_escape", "request_adaptive", "response_escape", "response_adaptive");
        private static final List<String> LOCAL_KINDS =
                List.of("request_injection", "response_injection", "request_ejection", "response_ejection");
        private static final List<String> AXES = List.of("x", "y", "z");
        private static final int SHARE = 40; // percent of the machines
        private static final int NARROW = 4;

        private final SplittableRandom random;
        private final Capabilities limits;
        private final boolean cutThrough;
        private final boolean rings;

        private DepthDraw(SplittableRandom random, Map<String, Object> routing, Capabilities limits) {
            this.random = random;
            this.limits = limits;
            cutThrough = !"dimension_order".equals(routing.get("mode"));
            rings = "bubble".equals(routing.get("mode")) || "bubble".equals(routing.get("escape"));
        }

        static void split(
                Map<String, Object> buffers,
                Map<String, Object> routing,
                Map<String, Object> latency,
                Capabilities limits) {
            SplittableRandom random = new SplittableRandom(Mix.seed(latency.hashCode(), buffers.hashCode()));
            if (random.nextInt(100) >= SHARE) {
                return;
            }
            DepthDraw draw = new DepthDraw(random, routing, limits);
            Map<String, Object> links = draw.links();
            for (String axis : AXES) {
                put(links, axis, draw.links());
            }
            put(buffers, "link_vcs", links);
            put(buffers, "locals", draw.locals());
            put(buffers, "injections", draw.fifos("fifo_", HwLayout.INJECTION_FIFOS, (int) buffers.get("injection")));
            put(buffers, "receptions", draw.fifos("fifo_", HwLayout.RECEPTION_FIFOS, (int) buffers.get("reception")));
            put(buffers, "responses", draw.fifos("port_", HwLayout.LOCAL_PORTS, (int) buffers.get("response")));
        }

        /** Gives some tables of the NIC a size, and all of which the library has less than the twin. */
        static void tables(Map<String, Object> buffers, Map<String, Object> latency, Capabilities limits) {
            SplittableRandom random = new SplittableRandom(Mix.seed(buffers.hashCode(), latency.hashCode()));
            boolean some = random.nextInt(100) < SHARE;
            for (Table table : Table.values()) {
                int most = limits.tables().of(table);
                int size = random.nextInt(NARROW) == 0 ? 1 + random.nextInt(most) : 1 + random.nextInt(NARROW);
                if (most < table.most() || some && random.nextBoolean()) {
                    buffers.put(table.name().toLowerCase(Locale.ROOT), Math.min(size, most));
                }
            }
        }

        private static void put(Map<String, Object> map, String key, Map<String, Object> value) {
            if (!value.isEmpty()) {
                map.put(key, value);
            }
        }

        private Map<String, Object> links() {
            Map<String, Object> keys = new LinkedHashMap<>();
            for (String kind : LINK_KINDS) {
                boolean adaptive = kind.endsWith("adaptive");
                int packets = rings && !adaptive ? 2 : 1;
                if (random.nextInt(3) == 0 && (!adaptive || limits.vcsPerClass() > HwLayout.ESCAPE_VCS)) {
                    keys.put(kind, depth(cutThrough ? packets * HwLayout.MAX_PACKET_FLITS : 1, limits.maxLinkDepth()));
                }
            }
            return keys;
        }

        private Map<String, Object> locals() {
            Map<String, Object> keys = new LinkedHashMap<>();
            for (String kind : LOCAL_KINDS) {
                if (random.nextBoolean()) {
                    keys.put(kind, depth(1, limits.maxLocalDepth()));
                }
            }
            return keys;
        }

        /**
         * Draws depths of some FIFOs, none above that of the others: of reception FIFOs, software has made room for
         * that.
         */
        private Map<String, Object> fifos(String name, int fifos, int most) {
            Map<String, Object> keys = new LinkedHashMap<>();
            for (int fifo = 0; fifo < fifos; fifo++) {
                if (random.nextInt(3) == 0) {
                    keys.put(name + fifo, depth(1, most));
                }
            }
            return keys;
        }

        private int depth(int least, int most) {
            int width = most - least + 1;
            return least + random.nextInt(random.nextInt(NARROW) == 0 ? width : Math.min(width, NARROW));
        }
    }
}
