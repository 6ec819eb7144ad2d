// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.Capabilities;
import fairlead.lab.cases.RawDraw;
import fairlead.lab.cases.RawDraw.RawCase;
import fairlead.lab.lockstep.RawRun;
import fairlead.lab.lockstep.RawWatch;
import fairlead.litmus.run.LitmusRunner;
import fairlead.litmus.run.TestResult;
import fairlead.rtl.FabricLibrary;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The rungs of the ladder. Each plays the tile library that is loaded, with whatever mutant is chosen in it, and
 * answers with one line.
 */
final class MutantRungs {
    /** The answer of a rung that noticed nothing. */
    static final String ALIVE = "alive";

    private static final int RAW_CASES = 8;
    private static final int RAW_WORDS = 600;

    private final Path root;
    private final long seed;
    private final Capabilities limits =
            FabricLibrary.variant(RtlOptions.PRODUCT.variant()).capabilities();
    private final LockstepCases cases;
    private final List<RawCase> raw = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final VerdictRuns runs;
    private final LitmusRunner litmus;

    /**
     * @param root the root of the project, whose examples are played
     * @param seed the first seed of the cases that are drawn
     */
    MutantRungs(Path root, long seed) {
        this.root = root;
        this.seed = seed;
        runs = new VerdictRuns(root, seed, limits, true);
        cases = new LockstepCases(seed, true);
        litmus = new LitmusRunner(new RtlEngineFactory(), "rtl", "base", 1, 1, seed);
    }

    // ---- with the twin

    /** Plays random cases in lockstep until one differs, see {@link LockstepCases#play}. */
    String lockstep(int first, int end) {
        return cases.play(new ModelEngineFactory(), first, end);
    }

    // ---- without the twin

    String verdicts() throws IOException {
        return first(runs.plans(), RunPlan::name, plan -> VerdictRuns.wrong(new Session(plan).run(executor -> {})));
    }

    /** Runs one schedule of each litmus file of the list until one shows a forbidden outcome or a false verdict. */
    String litmus() throws IOException {
        if (files.isEmpty()) {
            VerdictRuns.lines("litmus-runs.txt").forEach(line -> files.add(root.resolve(line)));
        }
        return first(files, file -> file.getFileName().toString(), file -> {
            TestResult result = litmus.run(file);
            return !result.forbidden().isEmpty()
                    ? "forbidden " + result.forbidden().get(0).condition()
                    : result.errors().isEmpty()
                            ? ""
                            : "error " + result.errors().get(0).condition();
        });
    }

    String raw() {
        RawRun run = new RawRun(new RtlEngineFactory(), false, EnumSet.allOf(RawWatch.Kind.class));
        return first(IntStream.range(0, RAW_CASES).boxed().toList(), k -> "case " + (k + 1), k -> {
            if (raw.size() <= k) {
                raw.add(RawDraw.draw(seed + k, RAW_WORDS, limits));
            }
            RawWatch.Violation violation = run.play(raw.get(k)).violation();
            return violation == null ? "" : violation.toString();
        });
    }

    /** Returns the name of the first item of which something is noticed, and what, or {@link #ALIVE}. */
    static <T> String first(List<T> items, Function<T, String> name, Function<T, String> noticed) {
        for (T item : items) {
            String how;
            try {
                how = noticed.apply(item);
            } catch (RuntimeException | AssertionError e) {
                how = "threw " + oneLine(e);
            }
            if (!how.isEmpty()) {
                return name.apply(item) + ": " + how;
            }
        }
        return ALIVE;
    }

    /** Plays random cases without the twin until an assertion fails, see {@link LockstepCases#alone}. */
    String assertions(int end) {
        return cases.alone(new RtlEngineFactory(), end);
    }

    static String oneLine(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        return (e + (trace.length == 0 ? "" : " at " + trace[0])).replaceAll("\\s+", " ");
    }
}
