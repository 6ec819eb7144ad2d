// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws a machine and raw commands for its host ports. Commands have any op code and any field values, whether or not a
 * program could use them, and resets come in between. For one seed, a longer case begins with the words of a shorter
 * one.
 *
 * <p>Two sets of commands are never drawn: FAULT_ARM, which the product library does not have, and the commands of
 * {@link HwLayout.HostCommand}, which are accesses of a program to its own memory.
 */
public final class RawDraw {
    private static final int MACHINE = 21;
    private static final int CONTENT = 22;
    private static final int ROUTES = 24;
    private static final int[][] SHAPES = {
        {2, 2, 2}, {4, 1, 1}, {2, 2, 2}, {4, 1, 1}, {2, 2, 2}, {4, 1, 1}, {3, 2, 1}, {1, 1, 1}
    };
    private static final int SLOT = HwLayout.RECEPTION_SLOT;
    private static final int MOST_RECEPTION = 32;
    private static final int SHORT_LIFE = 400; // in words
    private static final int LONG_LIFE = 8000;
    private static final int IN_MID_RUN = 70; // in percent; such a reset comes before the last command acts

    private RawDraw() {}

    /** @param count least number of words to draw */
    public static RawCase draw(final long seed, final int count, final Capabilities limits) {
        final Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        final SplittableRandom random = new SplittableRandom(Mix.seed(seed, MACHINE));
        final Map<String, Object> section = machine(random, limits);
        final SplittableRandom routes = new SplittableRandom(Mix.seed(seed, ROUTES));
        if (OptionalUnit.COLLECTIVE.isHere() && routes.nextInt(5) < 2) {
            if (routes.nextInt(4) == 0) {
                Focus.addIoTiles(section, routes);
            }
            Focus.addCollective(section, routes);
        }
        keys.put("machine", section);
        keys.put("run", Map.of("max_cycles", 1_000_000_000L));
        final MachineConfig drawn = CaseFile.of("raw-" + seed, keys).scenario().machine();
        final MachineConfig machine = drawn.withMessageBase(Case.messageBase(drawn));
        final boolean skips = random.nextInt(5) < 3;
        return new RawCase(seed, machine, skips, lives(new SplittableRandom(Mix.seed(seed, CONTENT)), machine, count));
    }

    /**
     * Draws a machine like those of the other random cases, but with one of a few shapes and with short latencies, so
     * that a word takes few cycles.
     */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> machine(final SplittableRandom random, final Capabilities limits) {
        final Map<String, Object> keys = new MachineDraw(random, limits).draw();
        final int[] shape = SHAPES[random.nextInt(SHAPES.length)].clone();
        Arrays.fill(shape, HwLayout.DIMENSIONS, shape.length, 1);
        final int nodes = shape[0] * shape[1] * shape[2];
        keys.put("shape", List.of(shape[0], shape[1], shape[2]));
        final int tasks = 1 + random.nextInt(4);
        keys.put("tasks_per_node", java.util.Collections.nCopies(nodes, tasks));
        keys.put("barrier_width", MachineConfig.minBarrierWidth(tasks));
        final Map<String, Object> latency = (Map<String, Object>) keys.get("latency");
        latency.computeIfPresent("memory", (key, value) -> 1 + (int) value % 60);
        keys.computeIfPresent("link_interval", (key, value) -> 1 + (int) value % 3);
        keys.computeIfPresent("link_chunk", (key, value) -> 1 + (int) value % 4);
        final Map<String, Object> buffers = (Map<String, Object>) keys.get("buffers");
        final int reception = 1 + ((int) buffers.get("reception") - 1) % MOST_RECEPTION;
        buffers.put("reception", reception);
        buffers.computeIfPresent("receptions", (key, value) -> atMost(reception, (Map<String, Object>) value));
        final int memory = HwLayout.RECEPTION_FIFOS * reception * SLOT + SLOT * (16 + random.nextInt(200));
        keys.put("memory_bytes", memory);
        return keys;
    }

    /** The depths of single FIFOs, none of them above that of all others, for which there is memory. */
    private static Map<String, Object> atMost(final int depth, final Map<String, Object> singles) {
        final Map<String, Object> less = new LinkedHashMap<>(singles);
        less.replaceAll((fifo, value) -> 1 + ((int) value - 1) % depth);
        return less;
    }

    private static List<RawCase.Life> lives(
            final SplittableRandom random, final MachineConfig machine, final int count) {
        final boolean gets = random.nextInt(3) > 0;
        final List<RawCase.Life> lives = new ArrayList<>();
        int drawn = 0;
        while (true) {
            final int most = 1 + random.nextInt(random.nextInt(10) < 4 ? SHORT_LIFE : LONG_LIFE);
            final RawLife life = new RawLife(random, machine, gets);
            while (drawn + life.words() < count && life.words() < most) {
                life.one();
            }
            drawn += life.words();
            if (drawn >= count) {
                lives.add(life.toItsEnd());
                return lives;
            }
            final boolean inMidRun = random.nextInt(100) < IN_MID_RUN;
            lives.add(life.upTo(inMidRun ? 1 + random.nextLong(life.last()) : life.last() + 1 + random.nextInt(2000)));
        }
    }
}
