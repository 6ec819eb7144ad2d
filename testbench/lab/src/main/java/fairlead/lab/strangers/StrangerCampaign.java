// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.strangers;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseFile;
import fairlead.machine.Latency;
import fairlead.machine.Mix;
import fairlead.program.OpKind;
import fairlead.program.Program;
import fairlead.run.Isolation;
import fairlead.run.Isolation.Outcome;
import fairlead.run.RunPlan;
import fairlead.run.Strangers.Kind;
import fairlead.scenario.Scenario;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Draws programs, plays each alone and beside strangers of each kind, and counts what they change. */
public final class StrangerCampaign {
    private static final long LONGEST = 1_000_000; // cycles of a run; what has not ended then never ends
    private static final int MOST_CYCLES = 20_000; // that the program takes alone
    private static final int MOST_NODES = 8;
    private static final int MOST_LOOP = 40; // cycles; longer latencies only make longer runs
    private static final int BLOCKS = 2; // of a program
    private static final int TASKS = 3; // of a node at most, which leaves an injection FIFO to strangers
    /**
     * Keys that are not drawn. Epochs in a queue may wait for ever (SoundDrawsTest). A credit pool that software
     * divides, and event credits, leave nothing for strangers; slow links
     * make long runs.
     */
    private static final Set<String> LEFT_OUT = Set.of("epoch_access", "dla", "link_interval", "link_chunk");

    private static final int DRAWS = 100; // for one program that can be judged

    private final Capabilities limits;

    /** @param limits the limits of the machines that are drawn */
    public StrangerCampaign(Capabilities limits) {
        this.limits = limits;
    }

    /** What strangers of one kind have done; the delay is the greatest, in cycles. */
    public static final class Tally {
        public static final String TITLE = "kind           cases  changed verdicts   late    delay";

        private int cases;
        private int changed;
        private int verdicts;
        private int late;
        private long delay;
        private String first = "";

        /** @param repro a command that repeats the case */
        public void add(Outcome outcome, String repro) {
            if (outcome.given() == 0) {
                return;
            }
            cases++;
            changed += outcome.changed().isEmpty() ? 0 : 1;
            verdicts += outcome.verdict().isEmpty() ? 0 : 1;
            late += outcome.delay() > outcome.bound() ? 1 : 0;
            delay = Math.max(delay, outcome.delay());
            if (first.isEmpty() && !outcome.isSame()) {
                first = outcome.text() + "; repeat with: " + repro;
            }
        }

        public int cases() {
            return cases;
        }

        /** Returns the first case in which the program did not have what it has alone, or an empty text. */
        public String first() {
            return first;
        }

        /** Returns the line of the kind in a table. */
        public String line(String kind) {
            return String.format("%-13s %6d %8d %8d %6d %8d", kind, cases, changed, verdicts, late, delay);
        }
    }

    /** Returns the isolation of the program that a seed gives for a kind; its plays use this engine. */
    public Isolation isolation(long seed, boolean tree, EngineFactory engine) {
        for (int i = 0; i < DRAWS; i++) {
            long of = Mix.seed(seed, i) >>> 1;
            RunPlan plan = tree ? tree(of, engine) : torus(of, engine);
            if (plan == null) {
                continue;
            }
            Isolation isolation = new Isolation(plan);
            if (isolation.isJudged() && isolation.cycles() <= MOST_CYCLES) {
                return isolation;
            }
        }
        throw new IllegalStateException("no program of seed " + seed + " ends");
    }

    /** Plays one drawn program beside strangers of each of these kinds. */
    public Map<Kind, Outcome> play(long seed, Collection<Kind> kinds, EngineFactory engine) {
        Map<Kind, Outcome> outcomes = new EnumMap<>(Kind.class);
        for (boolean tree : List.of(false, true)) {
            List<Kind> ofNetwork =
                    kinds.stream().filter(k -> k.needsTree() == tree).toList();
            Isolation isolation = ofNetwork.isEmpty() ? null : isolation(seed, tree, engine);
            ofNetwork.forEach(kind -> outcomes.put(kind, isolation.with(kind, seed)));
        }
        return outcomes;
    }

    /** A program whose operations do not race, or null if what it sees depends on what is free in the DLA. */
    @SuppressWarnings("unchecked")
    private RunPlan torus(long seed, EngineFactory engine) {
        Case one = new CaseDraw(limits, LONGEST).drawProgram(seed);
        List<Integer> tasks = one.scenario().machine().tasks();
        Latency latency = one.scenario().machine().latency();
        if (tasks.size() > MOST_NODES || latency.link() + latency.credit() + latency.memory() > MOST_LOOP) {
            return null;
        }
        Map<String, Object> keys = new LinkedHashMap<>(one.keys());
        Map<String, Object> machine = new LinkedHashMap<>((Map<String, Object>) keys.get("machine"));
        machine.put(
                "tasks_per_node", tasks.stream().map(t -> Math.min(t, TASKS)).toList());
        machine.keySet().removeAll(LEFT_OUT);
        keys.put("machine", machine);
        Map<String, Object> run = new LinkedHashMap<>((Map<String, Object>) keys.get("run"));
        run.remove("counters");
        run.put("max_cycles", LONGEST);
        keys.put("run", run);
        int block = tasks.stream().mapToInt(Integer::intValue).sum(); // items of a block
        int from = (int) (seed % Math.max(1, one.items().size() / block - 1)) * block;
        List<Integer> items = one.items()
                .subList(from, Math.min(from + BLOCKS * block, one.items().size()));
        Case less = CaseFile.ofItems(one.scenario().name(), keys, items);
        Program program = less.programApart();
        return program.operations().stream().anyMatch(op -> op.kind() == OpKind.DLA_ALLOC)
                ? null
                : plan(less.scenario(), program, engine);
    }

    /** Messages of I/O nodes to threads over the collective network. */
    private static RunPlan tree(long seed, EngineFactory engine) {
        Map<String, Object> workload = Map.of(
                "kind", "device", "mode", "smp", "io_ratio", 4, "messages", 16, "max_bytes", 800, "timeout", 100);
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        keys.put("machine", Map.of("shape", List.of(4, 1, 1), "memory_bytes", 1 << 16));
        keys.put("workload", workload);
        Scenario scenario = CaseFile.of("messages", keys).scenario();
        return plan(scenario, scenario.program(), engine);
    }

    private static RunPlan plan(Scenario scenario, Program program, EngineFactory engine) {
        return new RunPlan(
                scenario.name(),
                program,
                scenario.machineFor(program),
                engine,
                scenario.engineOptions(),
                scenario.executorOptions(),
                scenario.effective());
    }
}
