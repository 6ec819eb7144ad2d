// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.MachineDraw.DepthDraw;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import fairlead.node.Descriptors;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws cases at the limits of registers, which {@link CaseDraw} seldom reaches: rings of 16, memories of 2^28 bytes
 * with addresses around every power of two, lengths around packets and up to 2^20 - 1, first cycles before the wrap of
 * the stamps, depths, latencies and status thresholds at their least and most values, 16 tasks, and every counter,
 * epoch and FIFO.
 *
 * <p>A case has few operations, so that most of its cycles are skipped. Consecutive seeds take the shapes and memory
 * sizes in turn; everything else is drawn.
 */
public final class EdgeDraw {
    private static final int CONTENT = 12;
    private static final long MOST_CYCLES = 1L << 33;
    private static final int QUANTUM = 1_000_000;
    private static final int LARGE = 1 << HwLayout.ADDRESS_BITS;
    private static final int[] LENGTHS = {
        0, 1, 7, 8, 15, 16, 17, 128, 240, 241, 255, 256, 257, 271, 272, 273, 511, 512, 513, 1023, 1024, 1025, 4095, 4097
    };
    private static final int[] LONG = {
        1 << 13, (1 << 14) + 1, (1 << 15) - 1, 1 << 16, (1 << 16) + 255, (1 << 17) - 1, (1 << 17) + 1
    };
    private static final int[] FIRST = {0, 0, 1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 20, 1 << 30, Integer.MAX_VALUE};
    private static final int MANY_WRITES = 20_000; // bytes; more packets than a memory port may have under way
    private static final int PACKET = HwLayout.MAX_PAYLOAD;
    private static final int OVER = PACKET + 1; // bytes of two packets
    private static final int LEAD = 200; // number of cycles before the wrap of the stamps

    private static final int MACHINE = 11;

    private static final int[][] SHAPES = {
        {2, 1, 1}, {16, 1, 1}, {1, 2, 1}, {3, 2, 1}, {1, 16, 1}, {1, 1, 2}, {2, 2, 2}, {1, 1, 16}, {1, 1, 1}
    };
    private static final int[] MEMORIES = {LARGE, LARGE, 1 << 20, LARGE, LARGE / 2 + 4096, LARGE, 1 << 24};
    private static final int[] SMALL = {1 << 20, 1 << 24}; // memory sizes in bytes of a machine of 16 nodes
    private static final int[] LATENCIES = {1, 1, 2, 5, 64, 300, 2500};

    private final Capabilities limits;
    private SplittableRandom random;
    private MachineConfig machine;
    private WordSheet sheet;
    private int top;
    private boolean hasLong; // the case has a transfer of many packets

    public EdgeDraw(Capabilities limits) {
        this.limits = limits;
    }

    public Case draw(long seed) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        random = new SplittableRandom(Mix.seed(seed, MACHINE));
        keys.put("machine", machine(seed));
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("quantum", QUANTUM);
        run.put("skip_quiescent", true);
        run.put("hops", seed % 4 == 0);
        run.put("max_cycles", MOST_CYCLES);
        keys.put("run", run);
        String name = "edges-" + seed;
        machine = CaseFile.of(name, keys).scenario().machine();
        random = new SplittableRandom(Mix.seed(seed, CONTENT));
        sheet = new WordSheet(random, machine);
        top = sheet.top();
        hasLong = false;
        int first = of(FIRST) - random.nextInt(LEAD);
        for (int node = 0; node < machine.nodes(); node++) {
            int tag = random.nextInt(1 << HwLayout.TAG_BITS);
            for (int task = 0; task < machine.tasks(node); task++) {
                sheet.turn(node, task);
                sheet.add(Math.max(0, first), HostCommand.TIMER, 0, 0, 0, task == 0 ? tag : 0, 0);
                task();
            }
        }
        if (machine.nodes() == 2) {
            fillTables(seed);
        }
        return CaseFile.of(name, keys, sheet.words(), true);
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private int of(int... values) {
        return values[random.nextInt(values.length)];
    }

    // ---- words

    private void task() {
        int count = machine.nodes() > 8 || machine.tasks(sheet.node) > 4 ? 3 : 10;
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(10)) {
                case 0 -> epoch();
                case 1 -> sheet.order(gap(), one(2) ? OpKind.FLUSH : OpKind.FENCE, target(), fifo());
                case 2 -> atomic();
                case 3 -> message(
                        gap(), target(), of(0, 1, 16, PACKET - 1, PACKET), random.nextInt(HwLayout.RECEPTION_FIFOS));
                case 4 -> store();
                case 5 -> host();
                default -> transfer(target(), -1);
            }
        }
        if (machine.nodes() <= 8 && OptionalUnit.BARRIER.isHere()) {
            boolean master = sheet.task == machine.master(sheet.node);
            sheet.add(gap(), TileCommand.BAR_ENTER, Descriptors.barrier(0, sheet.task, master));
        }
    }

    private int gap() {
        return one(8) ? random.nextInt(40_000) : random.nextInt(20);
    }

    /** Returns a target: a neighbour in rank, the node half way round, the node itself, the last node, or any node. */
    private int target() {
        int nodes = machine.nodes();
        return of(
                (sheet.node + 1) % nodes,
                (sheet.node + nodes - 1) % nodes,
                (sheet.node + nodes / 2) % nodes,
                sheet.node,
                nodes - 1,
                random.nextInt(nodes));
    }

    private int fifo() {
        return random.nextInt(HwLayout.INJECTION_FIFOS);
    }

    /** Returns an address at a power of two (before, across or after it) or at an end of the usable memory. */
    private int address(int length) {
        int most = Math.max(0, top - length);
        int around = 1 << 4 + random.nextInt(HwLayout.ADDRESS_BITS - 3);
        int at = of(
                around,
                around - length,
                around - 1 - random.nextInt(length + 16),
                most - random.nextInt(16),
                random.nextInt(16),
                random.nextInt(most + 1));
        return Math.max(0, Math.min(most, at));
    }

    /**
     * Returns a remote address. Outside epochs, one in 12 lies at the end of the target's memory or one byte beyond it.
     */
    private int remote(int length, int epoch) {
        return epoch < 0 && one(12) ? Math.min(LARGE - 1, machine.memoryBytes() - length + of(0, 1)) : address(length);
    }

    private int length() {
        if (!hasLong && one(6)) {
            hasLong = true;
            return machine.nodes() <= 2 && one(4) ? (1 << HwLayout.LENGTH_BITS) - 1 : of(LONG);
        }
        return of(LENGTHS);
    }

    private void transfer(int target, int epoch) {
        int length = length();
        boolean put = random.nextInt(10) < 6;
        int counter = WordPlayer.PUT_COUNTERS + random.nextInt(HwLayout.COUNTERS - WordPlayer.PUT_COUNTERS);
        sheet.transfer(
                gap(), put ? OpKind.PUT : OpKind.GET, target, length, address(length), remote(length, epoch), fifo());
        sheet.in(epoch);
        sheet.counts(put && one(3) ? counter : -1);
    }

    private void atomic() {
        int gap = gap();
        int kind = one(2) ? OpKind.FADD : OpKind.CAS;
        sheet.transfer(gap, kind, target(), Long.BYTES, address(Long.BYTES), remote(Long.BYTES, -1), fifo());
        sheet.operands(one(2) ? random.nextLong() : of(0, 1, -1), one(2) ? of(0, 1, 2, 3, 4) : random.nextLong());
    }

    private void message(int gap, int target, int length, int reception) {
        sheet.transfer(gap, OpKind.MSG, target, length, address(length), reception, fifo());
    }

    private void epoch() {
        int index = (sheet.task * 4 + random.nextInt(4)) % HwLayout.ORIGIN_EPOCHS;
        int target = target();
        int gap = gap();
        int id = one(2) ? (int) EpochCommand.ID_MASK : random.nextInt(1 << EpochCommand.ID_WIDTH);
        sheet.epoch(gap, TileCommand.EPOCH_OPEN, index, target, id, 0);
        boolean isMany = machine.nodes() <= 2 && machine.tasks(sheet.node) == 1 && one(3);
        for (int left = isMany ? 300 : random.nextInt(4); left > 0; left--) {
            if (isMany) { // the number of transfers then needs more than eight bits
                sheet.transfer(0, OpKind.PUT, target, 8, address(8), address(8), fifo());
                sheet.in(index);
            } else {
                transfer(target, index);
            }
        }
        sheet.epoch(gap(), TileCommand.EPOCH_CLOSE, index, target, 0, 0);
    }

    private void store() {
        int channel = sheet.task;
        if (channel >= limits.dlaChannels()) {
            return;
        }
        int length = of(1, 8, 16, 17, 48, HwLayout.DLA_INLINE_BYTES - 1, HwLayout.DLA_INLINE_BYTES);
        int credits = one(3)
                ? Math.min(
                        (int) DlaCommand.CREDITS_MASK,
                        (1 << random.nextInt(DlaCommand.CREDITS_WIDTH + 1)) - random.nextInt(2))
                : Word.flits(length) + 5;
        sheet.alloc(gap(), channel, one(2), credits, random.nextInt(2) | (long) random.nextInt(1 << 20) << 2);
        int target = target();
        sheet.request(gap(), OpKind.PUT, target, length, 0, remote(length, -1), channel, random.nextLong());
        if (one(2)) {
            int get = length();
            sheet.request(gap(), OpKind.GET, target, get, address(get), remote(get, -1), channel, 0);
        }
        sheet.channel(gap(), TileCommand.DLA_END, channel, 1);
    }

    private void host() {
        int op = of(HostCommand.STORE, HostCommand.ADD, HostCommand.LOAD, HostCommand.FILL, HostCommand.POLL);
        long value = one(2) ? -1L : random.nextLong();
        if (op == HostCommand.FILL) {
            int bytes = of(LENGTHS);
            sheet.host(gap(), op, address(bytes), bytes, value);
        } else if (op == HostCommand.POLL) {
            long comparison = (long) random.nextInt(6) << Integer.SIZE;
            sheet.host(gap(), op, address(Long.BYTES) | comparison, value, 1 + random.nextInt(5000));
        } else {
            sheet.host(gap(), op, address(Long.BYTES), value, 0);
        }
    }

    // ---- two nodes: every entry of some tables

    private void fillTables(long seed) {
        sheet.turn(0, 0);
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            sheet.epoch(0, TileCommand.EPOCH_OPEN, index, 1, index << 10 & (int) EpochCommand.ID_MASK, 0);
        }
        for (int index = 0; index < HwLayout.ORIGIN_EPOCHS; index++) {
            sheet.epoch(0, TileCommand.EPOCH_CLOSE, index, 1, 0, 0);
        }
        sheet.turn(1, 0);
        int fifo = random.nextInt(HwLayout.RECEPTION_FIFOS);
        for (int i = 0; i < machine.buffers().reception(); i++) {
            message(0, 0, Long.BYTES, fifo);
        }
        for (int use = 0; use < 2 << HwLayout.GENERATION_BITS; use++) { // more often than a generation can count
            sheet.epoch(0, TileCommand.EPOCH_OPEN, HwLayout.ORIGIN_EPOCHS - 1, 0, use, 0);
            sheet.epoch(0, TileCommand.EPOCH_CLOSE, HwLayout.ORIGIN_EPOCHS - 1, 0, 0, 0);
        }
        for (int i = 0; i < 4; i++) {
            host(); // a command with a number above 255
        }
        sheet.turn(0, 0);
        for (int get = 0; get < WordPlayer.PUT_COUNTERS; get++) {
            sheet.transfer(0, OpKind.GET, 1, 8, address(8), address(8), fifo());
        }
        for (int flush = 0; flush < 2 * HwLayout.FENCE_ENTRIES; flush++) {
            int by = (flush & 3) % HwLayout.INJECTION_FIFOS;
            sheet.transfer(0, OpKind.PUT, 1, OVER, address(OVER), address(OVER), by);
            sheet.order(0, OpKind.FLUSH, 1, by);
        }
        if (machine.linkInterval() > 1) {
            fillDla(seed);
        } else {
            sheet.turn(1, 0);
            int at = address(MANY_WRITES);
            sheet.transfer(0, OpKind.PUT, 0, MANY_WRITES, at, address(MANY_WRITES), HwLayout.INJECTION_FIFOS - 1);
        }
    }

    /** Adds stores of one channel that together take all words of the DLA, while a slow link delays their departure. */
    private void fillDla(long seed) {
        int channel = limits.dlaChannels() - 1;
        if (channel < 0) {
            return;
        }
        int whole = 1 + Word.flits(HwLayout.DLA_INLINE_BYTES);
        sheet.alloc(0, channel, (seed & 1) != 0, machine.buffers().dla(), seed >>> 1 & 1);
        for (int left = machine.buffers().dla(); left > 1; left -= whole) {
            int bytes = Math.min(whole, left) - 1 << 4;
            sheet.request(0, OpKind.PUT, 1, bytes, 0, address(bytes), channel, left);
        }
        sheet.channel(0, TileCommand.DLA_RELEASE, channel, 0);
        sheet.channel(0, TileCommand.DLA_END, channel, 1);
    }

    // ---- machine

    private int extreme(int most) {
        return one(2) ? most : one(3) ? 1 + random.nextInt(most) : 1;
    }

    /**
     * Draws the `machine` section. Consecutive seeds take the shapes and memory sizes in turn; every other value is at
     * its least, at its most or between.
     */
    private Map<String, Object> machine(long seed) {
        int[] shape = SHAPES[Math.floorMod(seed, SHAPES.length)].clone();
        Arrays.fill(shape, HwLayout.DIMENSIONS, shape.length, 1);
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("shape", List.of(shape[0], shape[1], shape[2]));
        MachineDraw.structure(keys);
        boolean adaptive = one(3)
                && limits.maxLinkDepth() >= 2 * HwLayout.MAX_PACKET_FLITS
                && HwLayout.VCS_PER_CLASS > HwLayout.ESCAPE_VCS;
        keys.put(
                "routing",
                Map.of("mode", adaptive ? "adaptive" : "dimension_order", "ties", one(2) ? "drawn" : "fixed"));
        keys.put("arbitration", one(3) ? "round_robin" : "age");
        Map<String, Object> latency = new LinkedHashMap<>();
        for (String key : List.of("link", "credit", "memory", "software", "barrier")) {
            latency.put(key, of(LATENCIES));
        }
        latency.put("jitter", of(0, 0, 60, 6000));
        boolean fast = shape[0] == 2 && shape[1] == 1; // every part is fast except memory, for which packets wait
        boolean slow = shape[1] == 2 && shape[0] == 1; // the links are slow, so stores wait in the DLA
        if (fast) {
            latency.putAll(Map.of("link", 1, "credit", 1, "memory", 2500));
        }
        keys.put("latency", latency);
        keys.put("link_interval", fast ? 1 : slow ? 256 : of(1, 1, 1, 3, 256));
        Map<String, Object> buffers = new LinkedHashMap<>();
        int least = 2 * HwLayout.MAX_PACKET_FLITS;
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
        boolean ring = shape[0] + shape[1] + shape[2] > HwLayout.MAX_K;
        keys.put("memory_bytes", ring ? SMALL[(int) (seed & 1)] : MEMORIES[Math.floorMod(seed, MEMORIES.length)]);
        Map<String, Object> dla = new LinkedHashMap<>();
        dla.put("scheme", one(2) ? "cd" : "pr");
        dla.put("event_credits", of(0, 0, 2, 65535));
        dla.put("status_credits", of(0, 1, 65535));
        dla.put("status_cycles", of(0, 1, 16383));
        keys.put("dla", dla);
        int tasks = of(1, 1, limits.maxTasks());
        int nodes = shape[0] * shape[1] * shape[2];
        keys.put("tasks_per_node", Collections.nCopies(nodes, nodes > 8 ? of(1, 2) : tasks));
        keys.put("barrier_width", one(2) ? 16 : MachineConfig.minBarrierWidth(limits.maxTasks()));
        keys.put("epoch_access", one(3) ? "queue" : "open");
        return keys;
    }
}
