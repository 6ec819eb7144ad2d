// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.Capabilities;
import fairlead.lab.cases.RawCase;
import fairlead.lab.cases.RawDraw;
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
    MutantRungs(final Path root, final long seed) {
        this.root = root;
        this.seed = seed;
        runs = new VerdictRuns(root, seed, limits, true);
        cases = new LockstepCases(seed, true);
        litmus = new LitmusRunner(new RtlEngineFactory(), "rtl", "base", 1, 1, seed);
    }

    // ---- with the twin

    /** Plays random cases in lockstep until one differs, see {@link LockstepCases#play}. */
    String lockstep(final int first, final int end) {
        return cases.play(new ModelEngineFactory(), first, end);
    }

    // ---- without the twin

    /** Runs scenarios, drawn programs and drawn workloads under all verdicts until one is false. */
    String verdicts() throws IOException {
        for (final RunPlan plan : runs.plans()) {
            String how;
            try {
                how = VerdictRuns.wrong(new Session(plan).run(executor -> {}));
            } catch (final RuntimeException | AssertionError e) {
                how = "threw " + oneLine(e);
            }
            if (!how.isEmpty()) {
                return plan.name() + ": " + how;
            }
        }
        return ALIVE;
    }

    /** Runs one schedule of each litmus file of the list until one shows a forbidden outcome or a false verdict. */
    String litmus() throws IOException {
        if (files.isEmpty()) {
            VerdictRuns.lines("litmus-runs.txt").forEach(line -> files.add(root.resolve(line)));
        }
        for (final Path file : files) {
            String how = "";
            try {
                final TestResult result = litmus.run(file);
                if (!result.forbidden().isEmpty()) {
                    how = "forbidden " + result.forbidden().get(0).condition();
                } else if (!result.errors().isEmpty()) {
                    how = "error " + result.errors().get(0).condition();
                }
            } catch (final RuntimeException | AssertionError e) {
                how = "threw " + oneLine(e);
            }
            if (!how.isEmpty()) {
                return file.getFileName() + ": " + how;
            }
        }
        return ALIVE;
    }

    /** Sends raw commands until the events alone show that something is wrong. */
    String raw() {
        final RawRun run = new RawRun(new RtlEngineFactory(), false, EnumSet.allOf(RawWatch.Kind.class));
        for (int k = 0; k < RAW_CASES; k++) {
            if (raw.size() <= k) {
                raw.add(RawDraw.draw(seed + k, RAW_WORDS, limits));
            }
            String how = "";
            try {
                final RawWatch.Violation violation = run.play(raw.get(k)).violation();
                how = violation == null ? "" : violation.toString();
            } catch (final RuntimeException | AssertionError e) {
                how = "threw " + oneLine(e);
            }
            if (!how.isEmpty()) {
                return "case " + (k + 1) + ": " + how;
            }
        }
        return ALIVE;
    }

    /** Plays random cases without the twin until an assertion fails, see {@link LockstepCases#alone}. */
    String assertions(final int end) {
        return cases.alone(new RtlEngineFactory(), end);
    }

    static String oneLine(final Throwable e) {
        final StackTraceElement[] trace = e.getStackTrace();
        return (e + (trace.length == 0 ? "" : " at " + trace[0])).replaceAll("\\s+", " ");
    }
}
