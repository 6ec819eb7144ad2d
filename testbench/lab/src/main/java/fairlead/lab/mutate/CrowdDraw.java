// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.OpKind;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.cases.Focus;
import fairlead.lab.cases.Word;
import fairlead.lab.cases.WordSheet;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws crowded cases: a torus with rings of three and more in all three dimensions, in which every node puts and gets
 * as fast as it can, so that all input ports, VCs and classes of a switch are full at the same time. The machine is
 * otherwise that of a case with the focus `switch`.
 */
final class CrowdDraw {
    private static final int[][] SHAPES = {{3, 3, 3}, {3, 3, 3}, {4, 3, 3}, {5, 3, 3}, {4, 4, 3}};
    private static final int CROWD = 9;
    private static final int LEAST_STEPS = 6;
    private static final int CYCLES_A_STEP = 24;
    private static final int MEMORY = 1 << 15;
    private static final int PACKET = 256; // bytes
    private static final int WORD = 8;

    private final Capabilities limits;
    private final long tileCycles;

    /**
     * @param limits the limits of the machines
     * @param tileCycles the number of nodes times cycles after which a case ends at the latest
     */
    CrowdDraw(final Capabilities limits, final long tileCycles) {
        this.limits = limits;
        this.tileCycles = tileCycles;
    }

    @SuppressWarnings("unchecked")
    Case draw(final long seed) {
        final SplittableRandom random = new SplittableRandom(Mix.seed(seed, CROWD));
        final Case base = new CaseDraw(limits, tileCycles, Focus.SWITCH).draw(seed);
        final Map<String, Object> keys = new LinkedHashMap<>(base.keys());
        final Map<String, Object> machine = new LinkedHashMap<>((Map<String, Object>) keys.get("machine"));
        final int[] drawn = SHAPES[random.nextInt(SHAPES.length)];
        final int turn = random.nextInt(drawn.length);
        final List<Integer> shape = List.of(drawn[turn], drawn[(turn + 1) % 3], drawn[(turn + 2) % 3]);
        final int nodes = drawn[0] * drawn[1] * drawn[2];
        machine.put("shape", shape);
        machine.put("tasks_per_node", Collections.nCopies(nodes, 1));
        machine.put("memory_bytes", MEMORY + (int) machine.get("memory_bytes"));
        keys.put("machine", machine);
        final Map<String, Object> run = new LinkedHashMap<>((Map<String, Object>) keys.get("run"));
        final int cycles = (int) (tileCycles / nodes);
        run.put("max_cycles", cycles);
        run.put("counters", true);
        keys.put("run", run);
        final int posts = LEAST_STEPS + cycles / CYCLES_A_STEP;
        final String name = "crowd-" + seed;
        final MachineConfig config = CaseFile.of(name, keys).scenario().machine();
        return CaseFile.of(name, keys, words(random, config, nodes, posts), random.nextInt(4) != 0);
    }

    private static List<Word> words(
            final SplittableRandom random, final MachineConfig machine, final int nodes, final int posts) {
        final int gets = random.nextInt(101); // percent
        final int hot = random.nextInt(nodes);
        final int heat = random.nextInt(3) == 0 ? 30 : 0; // percent of the transfers that go to one node
        final int longest = random.nextBoolean() ? 2 * WORD : 2 * PACKET;
        final WordSheet sheet = new WordSheet(random, machine);
        for (int node = 0; node < nodes; node++) {
            sheet.turn(node, 0);
            for (int i = 0; i < posts; i++) {
                final boolean isHot = random.nextInt(100) < heat;
                final int far = (node + 1 + random.nextInt(nodes - 1)) % nodes;
                final int length = 1 + random.nextInt(longest);
                final int kind =
                        random.nextInt(100) < gets ? OpKind.GET : random.nextInt(12) == 0 ? OpKind.FADD : OpKind.PUT;
                sheet.post(
                        random.nextInt(10) == 0 ? random.nextInt(40) : 0,
                        kind,
                        isHot ? hot : far,
                        kind == OpKind.FADD ? WORD : length,
                        WORD * random.nextInt(512),
                        WORD * random.nextInt(512),
                        random.nextInt(HwLayout.INJECTION_FIFOS),
                        -1,
                        -1,
                        random.nextInt(3),
                        0);
            }
        }
        return sheet.words();
    }
}
