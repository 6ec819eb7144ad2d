// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.cases.Focus;
import fairlead.lab.cases.WordSheet;
import fairlead.lab.lockstep.CaseRun;
import fairlead.lab.lockstep.CaseRun.CaseOutcome;
import fairlead.lab.lockstep.CountPresets;
import fairlead.lab.lockstep.PresetEngine;
import fairlead.lab.script.DrawScript;
import fairlead.lockstep.Difference;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.Mix;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The random cases that mutants of the RTL, or of the twin, play in lockstep with the other of the two. */
final class LockstepCases {
    static final int PERIOD = 61; // cycles between two comparisons of states, as of the command lockstep
    private static final int SHORT_CASES = 6; // the first cases, which are for mutants that nearly every case notices
    private static final long SHORT_BUDGET = 3000; // tile-cycles of a case
    private static final long BUDGET = 20_000;
    private static final int PLAIN = 5; // two in so many cases have no focus
    /** The foci of the other cases, in turn; the larger a part of the tile is, the more often it has the focus. */
    private static final List<Focus> FOCI = Stream.of(
                    ("SWITCH STORE_PATH ORDER TREE SWITCH DEVICE BARRIER ORDER ORDER STORE_PATH TREE SWITCH")
                            .split(" "))
            .map(Focus::valueOf)
            .toList();

    /** What becomes of a case. Setting counters needs a library that takes values of registers. */
    private enum Kind {
        DRAWN, // the case is as it is drawn
        COUNTED, // performance counters are set during the case, in RTL and twin alike
        CROWDED, // the same in a crowded case
        /** Counts of the store path and of epochs begin just before one of their bits changes. */
        PRESET
    }

    private static final String ASSERTION = "Assertion failed: ";
    private static final int TURN = 20; // cases after which the kinds repeat
    private static final Map<Integer, Kind> KINDS =
            Map.of(7, Kind.CROWDED, 12, Kind.PRESET, 15, Kind.CROWDED, 17, Kind.PRESET, 19, Kind.COUNTED);
    /** Cases of twenty that have a focus instead of none, on what the foci above seldom reach. */
    private static final Map<Integer, Focus> FOCUSED = Map.of(10, Focus.CLASS_ROUTES, 12, Focus.STORE_PATH);

    private static final long CROWD_BUDGET = 12_000;

    private final long seed;
    private final boolean sets;
    private final EngineFactory rtl;
    private final Capabilities limits =
            FabricLibrary.variant(RtlOptions.PRODUCT.variant()).capabilities();
    private final List<Case> cases = new ArrayList<>();

    /**
     * @param seed the first seed of the cases
     * @param sets whether counters are set in some cases, which the library of the RTL must take; the cases are the
     *     same
     */
    LockstepCases(long seed, boolean sets) {
        this(seed, sets, new RtlEngineFactory());
    }

    /** @param rtl what plays the cases in which no counters are set */
    LockstepCases(long seed, boolean sets, EngineFactory rtl) {
        this.seed = seed;
        this.sets = sets;
        this.rtl = rtl;
    }

    /**
     * Plays cases until one differs. Two in five cases are drawn without a focus, the others take the foci in turn. The
     * first cases are short. Two of twenty cases are crowded. In these and in three others counters are set, if the
     * library takes it.
     *
     * @param twin makes the twin that runs with the RTL; where counters are set, it is always the twin as it is
     * @param first the first case, counted from 0
     * @param end the case after the last one
     * @return {@link MutantFate#ALIVE}, or which case differs and how
     */
    String play(EngineFactory twin, int first, int end) {
        CaseRun run = new CaseRun(
                new LockstepFactory(rtl, twin, PERIOD, new Monitor() {}),
                PERIOD,
                limits.most().linkVc());
        CountPresets.Bits bits = new CountPresets.Bits(true);
        return played(first, end, i -> switch (sets ? kind(i) : Kind.DRAWN) {
            case DRAWN -> how(run.play(drawn(i)));
            case PRESET -> preset(drawn(i));
            case COUNTED, CROWDED -> CountPresets.play(drawn(i), PERIOD, seed + i, bits);
        });
    }

    /**
     * Plays cases on the RTL alone until the machine fails: an assertion, or a check of the fabric.
     *
     * @param rtl makes the machine
     * @param end the case after the last one
     * @return {@link MutantFate#ALIVE}, or which case fails and how
     */
    String alone(EngineFactory rtl, int end) {
        return played(0, end, i -> {
            Case one = drawn(i);
            try (Engine engine = rtl.open(one.machine(), one.options())) {
                return property(failure(one, engine));
            }
        });
    }

    private static String played(int first, int end, IntFunction<String> play) {
        return MutantWorker.first(IntStream.range(first, end).boxed().toList(), i -> "case " + (i + 1), i -> {
            try {
                return play.apply(i);
            } catch (DifferenceException e) {
                return how(e.difference());
            }
        });
    }

    private Case drawn(int number) {
        while (cases.size() <= number) {
            int k = cases.size();
            long budget = k < SHORT_CASES ? SHORT_BUDGET : BUDGET;
            cases.add(
                    kind(k) == Kind.CROWDED
                            ? new CrowdDraw(limits, CROWD_BUDGET).draw(seed + k)
                            : new CaseDraw(limits, budget, focus(k)).draw(seed + k));
        }
        return cases.get(number);
    }

    private static Kind kind(int number) {
        return KINDS.getOrDefault(number % TURN, Kind.DRAWN);
    }

    private static Focus focus(int number) {
        if (FOCUSED.containsKey(number % TURN)) {
            return FOCUSED.get(number % TURN);
        }
        int place = number % PLAIN;
        return place == 0 || place == 2
                ? Focus.NONE
                : FOCI.get((number / PLAIN * (PLAIN - 2) + (place == 1 ? 0 : place - 2)) % FOCI.size());
    }

    private static String failure(Case one, Engine engine) {
        try {
            one.play(engine);
        } catch (RuntimeException | AssertionError e) {
            if (engine.failure().isEmpty()) {
                throw e;
            }
        }
        return engine.failure();
    }

    private static String property(String failure) {
        int at = failure.lastIndexOf(ASSERTION);
        return at < 0 ? failure : failure.substring(at);
    }

    private static String preset(Case one) {
        try (PresetEngine engine = new PresetEngine("product", one.machine(), one.options(), one.seed(), null, true)) {
            one.play(engine);
            return engine.failure();
        }
    }

    private static String how(CaseOutcome outcome) {
        if (!outcome.failure().isEmpty()) {
            return "failed " + outcome.failure();
        }
        return outcome.difference() == null ? "" : how(outcome.difference());
    }

    private static String how(Difference difference) {
        return "differs in cycle " + difference.cycle() + ", " + difference.unit() + ": " + difference.what();
    }

    /**
     * Draws crowded cases: a torus with rings of three and more in all three dimensions, in which every node puts and
     * gets as fast as it can, so that all input ports, VCs and classes of a switch are full at the same time. The
     * machine is otherwise that of a case with the focus `switch`.
     *
     * @param limits the limits of the machines
     * @param tileCycles the number of nodes times cycles after which a case ends at the latest
     */
    record CrowdDraw(Capabilities limits, long tileCycles) {
        private static final int CROWD = 9;
        private static final int LEAST_STEPS = 6;
        private static final int CYCLES_A_STEP = 24;

        @SuppressWarnings("unchecked")
        Case draw(long seed) {
            SplittableRandom random = new SplittableRandom(Mix.seed(seed, CROWD));
            Map<String, Object> keys =
                    new CaseDraw(limits, tileCycles, Focus.SWITCH).draw(seed).keys();
            Map<String, Object> machine = (Map<String, Object>) keys.get("machine");
            script(random, null)
                    .with("memory", ((Integer) machine.get("memory_bytes")).longValue())
                    .keys("machine", machine);
            int nodes = ((List<?>) machine.get("tasks_per_node")).size();
            long cycles = tileCycles / nodes;
            Map<String, Object> run = (Map<String, Object>) keys.get("run");
            run.put("max_cycles", cycles);
            run.put("counters", true);
            String name = "crowd-" + seed;
            WordSheet sheet = new WordSheet(CaseFile.of(name, keys).scenario().machine());
            script(random, sheet)
                    .with("nodes", (long) nodes)
                    .with("posts", LEAST_STEPS + cycles / CYCLES_A_STEP)
                    .run("words");
            return CaseFile.of(name, keys, sheet.words(), random.nextInt(4) != 0);
        }

        private static DrawScript script(SplittableRandom random, WordSheet sheet) {
            return new DrawScript(CrowdDraw.class, "crowd.yaml", random, sheet);
        }
    }
}
