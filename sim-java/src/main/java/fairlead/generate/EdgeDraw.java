// SPDX-License-Identifier: Apache-2.0
package fairlead.generate;

import fairlead.engine.Capabilities;
import fairlead.engine.MachineConfig;
import fairlead.engine.Mix;
import fairlead.hw.HwLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws cases at the edges of registers, where {@link CaseDraw} does not go: rings of 16, memories of 2^28 bytes with addresses around every power of two, lengths around packets and up to 2^20 - 1,
 * first cycles before the wrap of the stamps, depths, latencies and status thresholds at their least and most, 16 tasks, every counter, epoch and FIFO.
 *
 * <p>A case has few operations, so that most of its cycles are skipped: a step is as rare as its values are large. Shape and memory go round with the seed; the rest is drawn.
 */
public final class EdgeDraw {
    private static final int MACHINE = 11;
    private static final int CONTENT = 12;
    private static final long MOST_CYCLES = 1L << 33;
    private static final int QUANTUM = 1_000_000;
    private static final int[][] SHAPES = {
        {2, 1, 1}, {16, 1, 1}, {1, 2, 1}, {3, 2, 1}, {1, 16, 1}, {1, 1, 2}, {2, 2, 2}, {1, 1, 16}, {1, 1, 1}
    };
    private static final int LARGE = 1 << HwLayout.ADDRESS_BITS;
    private static final int[] MEMORIES = {LARGE, LARGE, 1 << 20, LARGE, LARGE / 2 + 4096, LARGE, 1 << 24};
    private static final int[] SMALL = {1 << 20, 1 << 24}; // of 16 nodes
    private static final int[] LATENCIES = {1, 1, 2, 5, 64, 300, 2500};
    private static final int[] LENGTHS = {
        0, 1, 7, 8, 15, 16, 17, 128, 240, 241, 255, 256, 257, 271, 272, 273, 511, 512, 513, 1023, 1024, 1025, 4095, 4097
    };
    private static final int[] LONG = {
        1 << 13, (1 << 14) + 1, (1 << 15) - 1, 1 << 16, (1 << 16) + 255, (1 << 17) - 1, (1 << 17) + 1
    };
    private static final int[] FIRST = {0, 0, 1 << 14, 1 << 15, 1 << 16, 1 << 17, 1 << 20, 1 << 30, Integer.MAX_VALUE};
    private static final List<StepKind> HOST = List.of(StepKind.STORE, StepKind.ADD, StepKind.LOAD, StepKind.FILL);
    private static final int LEAD = 200; // cycles before the edge

    private final Capabilities limits;
    private SplittableRandom random;
    private MachineConfig machine;
    private final List<Step> steps = new ArrayList<>();
    private int top;
    private boolean aLongOne;

    public EdgeDraw(final Capabilities limits) {
        this.limits = limits;
    }

    public Case draw(final long seed) {
        random = new SplittableRandom(Mix.seed(seed, MACHINE));
        final Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        keys.put("machine", machine(seed));
        final Map<String, Object> run = new LinkedHashMap<>();
        run.put("quantum", QUANTUM);
        run.put("skip_quiescent", true);
        run.put("hops", one(4));
        run.put("max_cycles", MOST_CYCLES);
        keys.put("run", run);
        final String name = "edges-" + seed;
        machine = CaseFile.of(name, keys).scenario().machine();
        random = new SplittableRandom(Mix.seed(seed, CONTENT));
        steps.clear();
        top = Case.messageBase(machine);
        aLongOne = false;
        final int first = of(FIRST) - random.nextInt(LEAD);
        for (int node = 0; node < machine.nodes(); node++) {
            for (int task = 0; task < machine.tasks(node); task++) {
                add(node, task, StepKind.TIMER, Math.max(0, first), -1, 0, 0, 0, 0, -1, -1, 0, 0);
                task(node, task);
            }
        }
        return CaseFile.of(name, keys, List.copyOf(steps), true);
    }

    // ---- machine

    private boolean one(final int in) {
        return random.nextInt(in) == 0;
    }

    private int of(final int... values) {
        return values[random.nextInt(values.length)];
    }

    private int extreme(final int most) {
        return one(2) ? most : one(3) ? 1 + random.nextInt(most) : 1;
    }

    private Map<String, Object> machine(final long seed) {
        final int[] shape = SHAPES[(int) Math.floorMod(seed, SHAPES.length)];
        final Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("shape", List.of(shape[0], shape[1], shape[2]));
        final boolean adaptive = one(3) && limits.maxLinkDepth() >= 2 * HwLayout.MAX_PACKET_FLITS;
        keys.put(
                "routing",
                Map.of("mode", adaptive ? "adaptive" : "dimension_order", "ties", one(2) ? "drawn" : "fixed"));
        keys.put("arbitration", one(3) ? "round_robin" : "age");
        final Map<String, Object> latency = new LinkedHashMap<>();
        for (final String key : List.of("link", "credit", "memory", "software", "barrier")) {
            latency.put(key, of(LATENCIES));
        }
        latency.put("jitter", of(0, 0, 60, 6000));
        keys.put("latency", latency);
        keys.put("link_interval", of(1, 1, 1, 3, 256));
        final Map<String, Object> buffers = new LinkedHashMap<>();
        final int least = 2 * HwLayout.MAX_PACKET_FLITS;
        buffers.put(
                "link_vc", adaptive ? Math.max(least, extreme(limits.maxLinkDepth())) : extreme(limits.maxLinkDepth()));
        buffers.put("local", extreme(limits.maxLocalDepth()));
        buffers.put("injection", extreme(limits.maxInjection()));
        buffers.put("reception", extreme(limits.maxReception()));
        buffers.put("dla", one(2) ? limits.maxDla() : 5 + random.nextInt(60));
        buffers.put("response", extreme(limits.maxResponse()));
        keys.put("buffers", buffers);
        keys.put("local_ports", one(3) ? 1 : 2);
        final boolean ring = shape[0] + shape[1] + shape[2] > HwLayout.MAX_K;
        keys.put("memory_bytes", ring ? SMALL[(int) (seed & 1)] : MEMORIES[(int) Math.floorMod(seed, MEMORIES.length)]);
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

    // ---- steps

    private void add(
            final int node,
            final int task,
            final StepKind kind,
            final int gap,
            final int target,
            final int length,
            final int local,
            final int remote,
            final int fifo,
            final int epoch,
            final int counter,
            final long value,
            final long compare) {
        steps.add(new Step(
                node, task, kind, gap, target, length, local, remote, fifo, epoch, counter, 0, value, compare));
    }

    private void task(final int node, final int task) {
        final int count = machine.nodes() > 8 || machine.tasks(node) > 4 ? 3 : 10;
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(10)) {
                case 0:
                    epoch(node, task);
                    break;
                case 1:
                    add(
                            node,
                            task,
                            one(2) ? StepKind.FLUSH : StepKind.FENCE,
                            gap(),
                            target(node),
                            0,
                            0,
                            0,
                            fifo(),
                            -1,
                            -1,
                            0,
                            0);
                    break;
                case 2:
                    atomic(node, task);
                    break;
                case 3:
                    add(
                            node,
                            task,
                            StepKind.MSG,
                            gap(),
                            target(node),
                            of(0, 1, 16, 255, 256),
                            address(256),
                            random.nextInt(HwLayout.RECEPTION_FIFOS),
                            fifo(),
                            -1,
                            -1,
                            0,
                            0);
                    break;
                case 4:
                    store(node, task);
                    break;
                case 5:
                    host(node, task);
                    break;
                default:
                    transfer(node, task, target(node), -1);
                    break;
            }
        }
        if (machine.nodes() <= 8) {
            add(node, task, StepKind.BARRIER, gap(), -1, 0, 0, 0, 0, -1, -1, 0, 0);
        }
    }

    private int gap() {
        return one(8) ? random.nextInt(40_000) : random.nextInt(20);
    }

    /** Half way round, next door, the other end and itself. */
    private int target(final int node) {
        final int nodes = machine.nodes();
        return switch (random.nextInt(6)) {
            case 0 -> (node + 1) % nodes;
            case 1 -> (node + nodes - 1) % nodes;
            case 2 -> (node + nodes / 2) % nodes;
            case 3 -> node;
            case 4 -> nodes - 1;
            default -> random.nextInt(nodes);
        };
    }

    private int fifo() {
        return random.nextInt(HwLayout.INJECTION_FIFOS);
    }

    /** On one side of a power of two or across it, or at an end of what there is. */
    private int address(final int length) {
        final int most = Math.max(0, top - length);
        final int around = 1 << 4 + random.nextInt(HwLayout.ADDRESS_BITS - 3);
        final int at =
                switch (random.nextInt(6)) {
                    case 0 -> around;
                    case 1 -> around - length;
                    case 2 -> around - 1 - random.nextInt(length + 16);
                    case 3 -> most - random.nextInt(16);
                    case 4 -> random.nextInt(16);
                    default -> random.nextInt(most + 1);
                };
        return Math.max(0, Math.min(most, at));
    }

    /** Now and then by a byte beyond what the target has. */
    private int remote(final int length, final int epoch) {
        return epoch < 0 && one(12) ? Math.min(LARGE - 1, machine.memoryBytes() - length + of(0, 1)) : address(length);
    }

    private int length() {
        if (!aLongOne && one(6)) {
            aLongOne = true;
            return machine.nodes() <= 2 && one(4) ? (1 << HwLayout.LENGTH_BITS) - 1 : of(LONG);
        }
        return of(LENGTHS);
    }

    private void transfer(final int node, final int task, final int target, final int epoch) {
        final int length = length();
        final boolean put = random.nextInt(10) < 6;
        final boolean counted = put && one(3);
        final int counter = StepNode.PUT_COUNTERS + random.nextInt(HwLayout.COUNTERS - StepNode.PUT_COUNTERS);
        add(
                node,
                task,
                put ? StepKind.PUT : StepKind.GET,
                gap(),
                target,
                length,
                address(length),
                remote(length, epoch),
                fifo(),
                epoch,
                counted ? counter : -1,
                0,
                0);
    }

    private void atomic(final int node, final int task) {
        final StepKind kind = one(2) ? StepKind.FADD : StepKind.CAS;
        final long operand = one(2) ? random.nextLong() : of(0, 1, -1);
        add(
                node,
                task,
                kind,
                gap(),
                target(node),
                Long.BYTES,
                address(8),
                remote(8, -1),
                fifo(),
                -1,
                -1,
                operand,
                one(2) ? 0 : random.nextLong());
    }

    private void epoch(final int node, final int task) {
        final int index = (task * 4 + random.nextInt(4)) % HwLayout.ORIGIN_EPOCHS;
        final int target = target(node);
        add(
                node,
                task,
                StepKind.EPOCH_OPEN,
                gap(),
                target,
                0,
                0,
                0,
                0,
                index,
                -1,
                one(2) ? 0xFFFF : random.nextInt(1 << 16),
                0);
        final int many = machine.nodes() <= 2 && machine.tasks(node) == 1 && one(3) ? 300 : random.nextInt(4);
        for (int i = 0; i < many; i++) {
            if (many > 4) { // more than eight bits count
                add(node, task, StepKind.PUT, 0, target, 8, address(8), address(8), fifo(), index, -1, 0, 0);
            } else {
                transfer(node, task, target, index);
            }
        }
        add(node, task, StepKind.EPOCH_CLOSE, gap(), target, 0, 0, 0, 0, index, -1, 0, 0);
    }

    private void store(final int node, final int task) {
        final int channel = task % limits.dlaChannels();
        if (task >= limits.dlaChannels()) {
            return;
        }
        final int length = of(1, 8, 16, 17, 48, 63, 64);
        final int words = 1 + (length + HwLayout.FLIT_BYTES - 1) / HwLayout.FLIT_BYTES;
        add(node, task, StepKind.DLA_ALLOC, gap(), -1, words + 4, 0, 0, channel, -1, -1, random.nextInt(1 << 10), 0);
        final int target = target(node);
        add(
                node,
                task,
                StepKind.DLA_PUT,
                gap(),
                target,
                length,
                0,
                remote(length, -1),
                channel,
                -1,
                -1,
                random.nextLong(),
                0);
        if (one(2)) {
            final int get = length();
            add(node, task, StepKind.DLA_GET, gap(), target, get, address(get), remote(get, -1), channel, -1, -1, 0, 0);
        }
        add(node, task, StepKind.DLA_END, gap(), -1, 0, 0, 0, channel, -1, -1, 1, 0);
    }

    private void host(final int node, final int task) {
        final StepKind kind = HOST.get(random.nextInt(HOST.size()));
        final int length = kind == StepKind.FILL ? of(LENGTHS) : 8;
        add(
                node,
                task,
                kind,
                gap(),
                -1,
                kind == StepKind.FILL ? length : 0,
                address(length),
                0,
                0,
                -1,
                -1,
                random.nextLong(),
                0);
    }
}
