// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.lab.script.DrawScript;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws cases at the limits of registers, which {@link CaseDraw} seldom reaches: rings of 16, memories of 2^28 bytes
 * with addresses around every power of two, lengths around packets and up to 2^20 - 1, first cycles before the wrap of
 * the stamps, depths, latencies and status thresholds at their least and most values, 16 tasks, and every counter,
 * epoch and FIFO. The files machines.yaml and edges.yaml say how.
 *
 * <p>A case has few operations, so that most of its cycles are skipped. Consecutive seeds take the shapes and memory
 * sizes in turn; everything else is drawn.
 */
public final class EdgeDraw {
    private static final int MACHINE = 11;
    private static final int CONTENT = 12;
    private static final long MOST_CYCLES = 1L << 33;
    private static final int QUANTUM = 1_000_000;

    private final Capabilities limits;

    public EdgeDraw(Capabilities limits) {
        this.limits = limits;
    }

    public Case draw(long seed) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        SplittableRandom random = new SplittableRandom(Mix.seed(seed, MACHINE));
        keys.put(
                "machine", MachineDraw.script(random, limits).with("seed", seed).keys("edges"));
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("quantum", QUANTUM);
        run.put("skip_quiescent", true);
        run.put("hops", seed % 4 == 0);
        run.put("max_cycles", MOST_CYCLES);
        keys.put("run", run);
        String name = "edges-" + seed;
        MachineConfig machine = CaseFile.of(name, keys).scenario().machine();
        SplittableRandom content = new SplittableRandom(Mix.seed(seed, CONTENT));
        WordSheet sheet = new WordSheet(machine);
        new DrawScript(EdgeDraw.class, "sheet.yaml edges.yaml", content, sheet)
                .with("seed", seed)
                .with("machine", machine)
                .with("limits", limits)
                .with("has_barrier", OptionalUnit.BARRIER.isHere())
                .run("words");
        return CaseFile.of(name, keys, sheet.words(), true);
    }
}
