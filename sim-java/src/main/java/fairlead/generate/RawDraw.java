// SPDX-License-Identifier: Apache-2.0
package fairlead.generate;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.engine.MachineConfig;
import fairlead.engine.Mix;
import fairlead.engine.Shape;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.TileCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws a machine and raw commands for its host ports: any op code, any value of any field, no regard to what a program could mean. A longer case of one seed begins with the
 * words of a shorter one.
 *
 * <p>Left out: FAULT_ARM, which the product library has not, and the commands of {@link HwLayout.HostCommand}, which are accesses of a program to its own memory.
 */
public final class RawDraw {
    private static final int MACHINE = 21;
    private static final int CONTENT = 22;
    private static final int[][] SHAPES = {{2, 2, 2}, {4, 1, 1}, {2, 2, 2}, {4, 1, 1}, {3, 2, 1}, {1, 1, 1}};
    private static final int SLOT = HwLayout.RECEPTION_SLOT;
    private static final int MOST_RECEPTION = 32;

    private final SplittableRandom random;
    private final MachineConfig machine;
    private final RawWords words;
    private final CommandBuffer commands = new CommandBuffer();
    private final long[] next; // first cycle of each node's next command
    private final int[] pace; // of each node: cycles between two commands, at most
    private int sequence;
    private long last;
    private int count;

    private RawDraw(final long seed, final MachineConfig machine) {
        random = new SplittableRandom(Mix.seed(seed, CONTENT));
        this.machine = machine;
        words = new RawWords(random, machine);
        next = new long[machine.nodes()];
        pace = new int[machine.nodes()];
        for (int node = 0; node < next.length; node++) {
            next[node] = 1 + random.nextInt(300); // as if its reset had ended so much later
            pace[node] = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(24);
        }
    }

    /** @param count words to draw */
    public static RawCase draw(final long seed, final int count, final Capabilities limits) {
        final Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        final SplittableRandom random = new SplittableRandom(Mix.seed(seed, MACHINE));
        keys.put("machine", machine(random, limits));
        keys.put("run", Map.of("max_cycles", 1_000_000_000L));
        final MachineConfig drawn = CaseFile.of("raw-" + seed, keys).scenario().machine();
        final RawDraw draw = new RawDraw(seed, drawn.withMessageBase(Case.messageBase(drawn)));
        final boolean skips = random.nextInt(5) < 3;
        draw.begin();
        while (draw.count < count) {
            draw.one();
        }
        draw.end();
        return new RawCase(seed, draw.machine, skips, draw.commands, draw.count, draw.last, draw.words.flits());
    }

    /** A machine of the random cases with one of a few shapes and not too slow, so that a word costs little. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> machine(final SplittableRandom random, final Capabilities limits) {
        final Map<String, Object> keys = new MachineDraw(random, limits).draw();
        final int[] shape = SHAPES[random.nextInt(SHAPES.length)];
        final int nodes = shape[0] * shape[1] * shape[2];
        keys.put("shape", List.of(shape[0], shape[1], shape[2]));
        final int tasks = 1 + random.nextInt(4);
        keys.put("tasks_per_node", java.util.Collections.nCopies(nodes, tasks));
        keys.put("barrier_width", MachineConfig.minBarrierWidth(tasks));
        final Map<String, Object> latency = (Map<String, Object>) keys.get("latency");
        latency.computeIfPresent("memory", (key, value) -> 1 + (int) value % 60);
        keys.computeIfPresent("link_interval", (key, value) -> 1 + (int) value % 3);
        ((Map<String, Object>) keys.get("dla")).remove("bypass"); // the design that does deadlock (decision 10)
        final Map<String, Object> buffers = (Map<String, Object>) keys.get("buffers");
        final int reception = 1 + ((int) buffers.get("reception") - 1) % MOST_RECEPTION;
        buffers.put("reception", reception);
        final int memory = HwLayout.RECEPTION_FIFOS * reception * SLOT + SLOT * (16 + random.nextInt(200));
        keys.put("memory_bytes", memory);
        return keys;
    }

    /** Each origin has a share of the target's slots: no counter is undefined, and at first no message is refused. */
    private void begin() {
        final Shape shape = machine.shape();
        final int share = machine.buffers().reception() / machine.nodes();
        for (int node = 0; node < machine.nodes(); node++) {
            for (int target = 0; target < machine.nodes(); target++) {
                add(0, node, TileCommand.MSG_CREDIT, shape.coord(target), share, 0, 0);
            }
        }
    }

    private void add(
            final long cycle,
            final int node,
            final int op,
            final long w0,
            final long w1,
            final long w2,
            final long w3) {
        commands.add(cycle, node, 0, op, w0, w1, w2, w3, sequence++);
        last = Math.max(last, cycle);
    }

    /** One command, or a request of the store path with its data. */
    private void one() {
        final int node = random.nextInt(machine.nodes());
        words.draw();
        give(node);
        if (words.op() != TileCommand.DLA_REQUEST) {
            return;
        }
        for (int flits = words.data(); flits > 0; flits--) {
            words.drawData();
            if (random.nextInt(40) == 0) {
                next[node] += 1 + random.nextInt(20);
            }
            give(node);
        }
    }

    private void give(final int node) {
        next[node] += random.nextInt(pace[node]);
        add(next[node], node, words.op(), words.word(0), words.word(1), words.word(2), words.word(3));
        count++;
    }

    /** What waits for data that will never come is cleared, so that the machine can come to rest. */
    private void end() {
        final long cycle = last + 1;
        for (int node = 0; node < machine.nodes(); node++) {
            for (long channel = 0; channel < 1 << DlaCommand.CHANNEL_WIDTH; channel++) {
                add(cycle, node, TileCommand.DLA_CLEAR, channel << DlaCommand.CHANNEL_LSB, 0, 0, 0);
            }
        }
    }
}
