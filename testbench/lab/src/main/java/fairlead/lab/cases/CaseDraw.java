// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.lab.cases.CaseDraw.MachineDraw;
import fairlead.lab.script.DrawScript;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import fairlead.machine.Shape;
import fairlead.machine.TableSizes.Table;
import fairlead.plan.Plans;
import fairlead.run.RunPlan;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Draws a whole case from one seed. The machine, the run and the content (words, a program or a workload) each have a
 * seed of their own, derived from it.
 */
public final class CaseDraw {
    private static final int MACHINE = 1;
    private static final int CONTENT = 2;
    private static final int PLAN = 3;
    private static final int NARROW = 4;
    private static final int TREE = 5;
    private static final int COUNTERS = 6;
    private static final int IO_TILES = 7;
    private static final int STRANGERS = 8;

    private static final int COUNTED = 2; // one case in so many counts the waits in its tiles

    private static final int BESIDE = 4; // one case of a program or workload in so many has strangers

    private static final int TREE_PERCENT = 15; // share of the cases of words that also use the collective network
    private static final int IO_TILES_PERCENT = 40; // share of these cases that have I/O tiles
    private static final int WORDS_PERCENT = 75;
    private static final int PROGRAM_PERCENT = 13; // the remaining cases are workloads
    private static final int VICTIM = WORDS_PERCENT + 1; // a program too
    private static final int MOST_ITEMS = 2000;
    private static final int MOST_BLOCKS = 20;
    private static final int SHORT_PROGRAM = 5;
    private static final int VICTIM_BLOCKS = 2; // one more at most
    private static final int LEAST_DLA = 64;
    private static final int MOST_WORDS = 4000;

    /**
     * The DLA keys that a case of a program keeps. It drops the credit limits, because with low limits software would
     * send some requests again for ever.
     */
    private static final Set<String> KEPT = Set.of("scheme", "event_credits", "status_credits", "status_cycles");

    private final Capabilities limits;
    private final long tileCycles;
    private final Focus focus;

    /**
     * @param limits the limits of the engine whose limits are smaller
     * @param tileCycles the greatest number of nodes times cycles; a case ends there at the latest
     */
    public CaseDraw(Capabilities limits, long tileCycles) {
        this(limits, tileCycles, Focus.NONE);
    }

    public CaseDraw(Capabilities limits, long tileCycles, Focus focus) {
        this.limits = limits;
        this.tileCycles = tileCycles;
        this.focus = focus;
    }

    public Case draw(long seed) {
        return draw(seed, -1);
    }

    /**
     * Draws a case that plays a workload, whose result all verdicts judge: its operations do not race. A focus changes
     * only the machine.
     */
    public Case drawWorkload(long seed) {
        return draw(seed, WORDS_PERCENT + PROGRAM_PERCENT);
    }

    /** Draws a case that plays a short program with operations of all kinds. A focus changes only the machine. */
    public Case drawProgram(long seed) {
        return draw(seed, WORDS_PERCENT);
    }

    /** Draws a short program with operations of all kinds on a small machine. */
    public Case drawVictim(long seed) {
        return draw(seed, VICTIM);
    }

    /** @param given the sort of the case, or -1 for one that is drawn */
    private Case draw(long seed, int given) {
        SplittableRandom plan = new SplittableRandom(Mix.seed(seed, PLAN));
        SplittableRandom random = new SplittableRandom(Mix.seed(seed, CONTENT));
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        DrawScript script = MachineDraw.script(new SplittableRandom(Mix.seed(seed, MACHINE)), limits);
        Map<String, Object> drawn = MachineDraw.draw(script, limits);
        focus.narrow(drawn, script.from(new SplittableRandom(Mix.seed(seed, NARROW))));
        if (given == VICTIM) {
            script.from(new SplittableRandom(Mix.seed(seed, NARROW))).keys("victim", drawn);
        }
        keys.put("machine", drawn);
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("quantum", plan.nextInt(4) == 0 ? 1 + plan.nextInt(300) : 256);
        run.put("skip_quiescent", plan.nextInt(5) < 2);
        run.put("hops", plan.nextInt(4) == 0);
        boolean counts = focus == Focus.SWITCH || Long.remainderUnsigned(Mix.seed(seed, COUNTERS), COUNTED) == 0;
        if (counts) {
            run.put("counters", true);
        }
        keys.put("run", run);
        String name = "seed-" + seed;
        int any = plan.nextInt(100);
        int sort = given < 0 ? any : given;
        boolean isOfWords = sort < WORDS_PERCENT || given < 0 && focus != Focus.NONE;
        boolean items = !isOfWords && sort < WORDS_PERCENT + PROGRAM_PERCENT;
        if (!isOfWords) {
            long strangers = Mix.seed(seed, STRANGERS) >>> 1;
            if (given < 0 && strangers % BESIDE == 0) {
                run.put("strangers", strangers);
            }
            if (!items) {
                keys.put("workload", workload(script.from(random)));
            }
            roomFor(keys);
        }
        SplittableRandom tree = new SplittableRandom(Mix.seed(seed, TREE));
        boolean hasTree = OptionalUnit.COLLECTIVE.isHere();
        if (isOfWords && hasTree && focus == Focus.NONE && tree.nextInt(100) < TREE_PERCENT) {
            if (new SplittableRandom(Mix.seed(seed, IO_TILES)).nextInt(100) < IO_TILES_PERCENT) {
                script.from(tree).keys("io_tiles", drawn);
            }
            script.from(tree).with("least", 1L).keys("collective", drawn);
        }
        MachineConfig machine = CaseFile.of(name, keys).scenario().machine();
        run.put("max_cycles", tileCycles / machine.nodes());
        if (items) {
            int tasks = machine.tasks().stream().mapToInt(Integer::intValue).sum();
            int drawnBlocks = 2 + random.nextInt(Math.max(1, Math.min(mostBlocks(given), MOST_ITEMS / tasks)));
            int blocks = OptionalUnit.BARRIER.isHere() ? drawnBlocks : 1; // barriers part them
            return CaseFile.ofItems(name, keys, ProgramDraw.items(machine, blocks));
        }
        if (!isOfWords) {
            return CaseFile.of(name, keys);
        }
        long share = tileCycles / machine.nodes() / (8 + plan.nextInt(plan.nextInt(5) == 0 ? 2000 : 40));
        int perNode = (int) Math.min(MOST_WORDS, 8 + share);
        boolean closed = plan.nextInt(4) != 0;
        return CaseFile.of(name, keys, new WordDraw(random, seed, machine, focus).draw(perNode), closed);
    }

    private static int mostBlocks(int given) {
        return given < 0 ? MOST_BLOCKS : given == VICTIM ? VICTIM_BLOCKS : SHORT_PROGRAM;
    }

    /**
     * Enlarges memory and the DLA pool. Programs need more memory than words, and software repeats a refused request
     * until the pool can take it.
     */
    @SuppressWarnings("unchecked")
    private static void roomFor(Map<String, Object> keys) {
        Map<String, Object> machine = (Map<String, Object>) keys.get("machine");
        Map<String, Object> buffers = (Map<String, Object>) machine.get("buffers");
        machine.put("memory_bytes", 1 << 18);
        buffers.put("dla", Math.max(LEAST_DLA, (int) buffers.get("dla")));
        Map<String, Object> dla = (Map<String, Object>) machine.get("dla");
        dla.keySet().retainAll(KEPT);
    }

    private static Map<String, Object> workload(DrawScript script) {
        Map<String, Object> keys = script.with("has_barrier", OptionalUnit.BARRIER.isHere())
                .with("has_dla", OptionalUnit.DLA.isHere())
                .keys("workload");
        for (String share : List.of("put_share", "load")) {
            keys.computeIfPresent(share, (key, tenths) -> (int) tenths / 10.0);
        }
        return keys;
    }

    /** Draws programs and workloads, on drawn machines, that all verdicts can judge: their operations do not race. */
    public static final class DrawnPlans {
        private static final List<Focus> FOCI = List.of(Focus.ORDER, Focus.SWITCH, Focus.STORE_PATH, Focus.BARRIER);

        private final Capabilities limits;
        private final long budget;

        /**
         * @param limits the limits of the machines that are drawn
         * @param budget the greatest number of nodes times cycles; a run is cut off there
         */
        public DrawnPlans(Capabilities limits, long budget) {
            this.limits = limits;
            this.budget = budget;
        }

        /**
         * @param seed seed of the draw
         * @param number decides the sort: two programs and a workload in turn, every other one with a focus
         */
        public RunPlan draw(long seed, long number, EngineFactory factory) {
            Focus focus = number % 2 == 0 ? Focus.NONE : FOCI.get((int) (number / 2 % FOCI.size()));
            CaseDraw draw = new CaseDraw(limits, budget, focus);
            Case one = number % 3 == 2 ? draw.drawWorkload(seed) : draw.drawProgram(seed);
            return Plans.of(one.scenario(), factory, one.hasItems() ? one.programApart() : one.program());
        }

        /** Draws a program to be played beside strangers. */
        public RunPlan drawVictim(long seed, EngineFactory factory) {
            Case one = new CaseDraw(limits, budget).drawVictim(seed);
            return Plans.of(one.scenario(), factory, one.victim());
        }
    }

    /** Draws the `machine` section of a scenario as machines.yaml says. */
    static final class MachineDraw {
        private MachineDraw() {}

        /** Returns the file machines.yaml with what its blocks refer to. */
        static DrawScript script(SplittableRandom random, Capabilities limits) {
            MachineStructure structure = MachineStructure.loaded();
            return new DrawScript(MachineDraw.class, "machines.yaml", random, null)
                    .with("limits", limits)
                    .with("has_structure", !structure.equals(MachineStructure.STANDARD))
                    .with("structure", structure.keys())
                    .with("has_adaptive", structure.hasAdaptiveVcs())
                    .with("has_collective", OptionalUnit.COLLECTIVE.isHere())
                    .with("Machine", MachineConfig.class)
                    .with("Mix", Mix.class)
                    .with("Shape", Shape.class)
                    .with(
                            "tables",
                            Arrays.stream(Table.values()).map(Table::name).toList())
                    .with(
                            "full_tables",
                            Arrays.stream(Table.values())
                                    .map(table -> (long) table.most())
                                    .toList());
        }

        /** Draws the section; the script goes on with what it has drawn. */
        @SuppressWarnings("unchecked")
        static Map<String, Object> draw(DrawScript script, Capabilities limits) {
            Map<String, Object> machine = script.keys("machine");
            if (limits.dlaChannels() == 0) {
                machine.put("dla", new LinkedHashMap<>());
            }
            return machine;
        }
    }

    /**
     * Draws cases at the limits of registers, which {@link CaseDraw} seldom reaches: rings of 16, memories of 2^28
     * bytes with addresses around every power of two, lengths around packets and up to 2^20 - 1, first cycles before
     * the wrap of the stamps, depths, latencies and status thresholds at their least and most values, 16 tasks, and
     * every counter, epoch and FIFO. The files machines.yaml and edges.yaml say how.
     *
     * <p>A case has few operations, so that most of its cycles are skipped. Consecutive seeds take the shapes and
     * memory sizes in turn; everything else is drawn.
     */
    public static final class EdgeDraw {
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
                    "machine",
                    MachineDraw.script(random, limits).with("seed", seed).keys("edges"));
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
}
