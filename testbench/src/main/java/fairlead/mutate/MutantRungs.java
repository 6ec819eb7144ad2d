// SPDX-License-Identifier: Apache-2.0
package fairlead.mutate;

import fairlead.check.Verdict;
import fairlead.engine.api.Capabilities;
import fairlead.engine.api.EngineFactory;
import fairlead.engine.lockstep.CaseOutcome;
import fairlead.engine.lockstep.CaseRun;
import fairlead.engine.lockstep.Difference;
import fairlead.engine.lockstep.LockstepFactory;
import fairlead.engine.lockstep.Monitor;
import fairlead.engine.lockstep.cases.Case;
import fairlead.engine.lockstep.cases.CaseDraw;
import fairlead.engine.lockstep.cases.Focus;
import fairlead.engine.model.ModelEngineFactory;
import fairlead.engine.rtl.FabricLibrary;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.engine.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.plan.Plans;
import fairlead.scenario.InputText;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.software.EndReason;
import fairlead.software.ExecutorOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The rungs of the ladder that simulate. Each plays the tile library that is loaded, with whatever mutant is chosen in
 * it, and answers with one line.
 */
final class MutantRungs {
    /** The answer of a rung that noticed nothing. */
    static final String ALIVE = "alive";

    private static final int PERIOD = 61; // cycles between two comparisons of states, as of the command lockstep
    private static final long BUDGET = 20_000; // tile-cycles of a case
    private static final int WORKLOADS = 10; // drawn workloads that the verdicts judge
    private static final long WORKLOAD_BUDGET = 400_000; // tile-cycles in which a drawn workload must end on the twin
    private static final long PATIENCE = 4; // cycles that a mutant gets, for each of the sound machine
    private static final long LEAST_CYCLES = 4000;
    private static final Focus[] FOCI = Focus.values();

    private final Path root;
    private final long seed;
    private final Capabilities limits =
            FabricLibrary.variant(RtlOptions.PRODUCT.variant()).capabilities();
    private final List<Case> cases = new ArrayList<>();
    private final List<RunPlan> plans = new ArrayList<>();
    private final CaseRun twin;

    /**
     * @param root the root of the project, whose examples are played
     * @param seed the first seed of the cases that are drawn
     */
    MutantRungs(final Path root, final long seed) {
        this.root = root;
        this.seed = seed;
        twin = new CaseRun(
                new LockstepFactory(new RtlEngineFactory(), new ModelEngineFactory(), PERIOD, new Monitor() {}),
                PERIOD,
                limits.maxLinkDepth());
    }

    // ---- with the twin

    /**
     * Plays random cases in lockstep until one differs. Every other case is drawn without a focus, the others take each
     * focus in turn.
     *
     * @param first the first case, counted from 0
     * @param end the case behind the last one
     */
    String lockstep(final int first, final int end) {
        for (int i = first; i < end; i++) {
            while (cases.size() <= i) {
                final int k = cases.size();
                final Focus focus = k % 2 == 0 ? Focus.NONE : FOCI[1 + k / 2 % (FOCI.length - 1)];
                cases.add(new CaseDraw(limits, BUDGET, focus).draw(seed + k));
            }
            final String how = differs(cases.get(i));
            if (!how.isEmpty()) {
                return "case " + (i + 1) + ": " + how;
            }
        }
        return ALIVE;
    }

    private String differs(final Case one) {
        final CaseOutcome outcome;
        try {
            outcome = twin.play(one);
        } catch (final RuntimeException | AssertionError e) {
            return "threw " + oneLine(e);
        }
        if (!outcome.failure().isEmpty()) {
            return "failed " + outcome.failure();
        }
        final Difference difference = outcome.difference();
        return difference == null
                ? ""
                : "differs in cycle " + difference.cycle() + ", " + difference.unit() + ": " + difference.what();
    }

    // ---- without the twin

    /** Runs scenarios and drawn workloads under all verdicts until a user would see that something is wrong. */
    String verdicts() throws IOException {
        if (plans.isEmpty()) {
            plan();
        }
        for (final RunPlan plan : plans) {
            final String how = wrong(plan);
            if (!how.isEmpty()) {
                return plan.name() + ": " + how;
            }
        }
        return ALIVE;
    }

    /** Returns the event hashes of the runs under verdicts, one a line. */
    String hashes() throws IOException {
        if (plans.isEmpty()) {
            plan();
        }
        final StringBuilder text = new StringBuilder();
        for (final RunPlan plan : plans) {
            text.append(new Session(plan).run(executor -> {}).report().eventSha256())
                    .append(' ');
        }
        return text.toString().strip();
    }

    private void plan() throws IOException {
        try (InputStream in = MutantRungs.class.getResourceAsStream("verdict-runs.txt")) {
            final String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (final String line :
                    text.lines().filter(l -> !l.startsWith("#")).toList()) {
                final List<String> words = List.of(line.split(" "));
                final Path file = root.resolve(words.get(0));
                final Scenario scenario = ScenarioReader.read(file, InputText.of(file), words.subList(1, words.size()));
                keep(Plans.of(scenario));
            }
        }
        final CaseDraw draw = new CaseDraw(limits, WORKLOAD_BUDGET);
        final int given = plans.size();
        for (long s = seed; plans.size() < given + WORKLOADS; s++) {
            keep(Plans.of(draw.drawWorkload(s).scenario()));
        }
    }

    /** Keeps a plan that the twin plays to its end; a mutant gets a few times as many cycles. */
    private void keep(final RunPlan plan) {
        final RunResult sound =
                new Session(with(plan, new ModelEngineFactory(), plan.executorOptions())).run(executor -> {});
        if (sound.execution().reason() == EndReason.COMPLETED
                && sound.execution().errors().isEmpty()) {
            final ExecutorOptions all = plan.executorOptions();
            final long most = PATIENCE * sound.execution().cycles() + LEAST_CYCLES;
            plans.add(with(
                    plan,
                    plan.factory(),
                    new ExecutorOptions(all.quantum(), most, all.persistent(), all.seed(), all.faults())));
        }
    }

    private static RunPlan with(final RunPlan plan, final EngineFactory factory, final ExecutorOptions options) {
        return new RunPlan(
                plan.name(),
                plan.program(),
                plan.machine(),
                factory,
                plan.engineOptions(),
                options,
                plan.effectiveConfig(),
                plan.detect());
    }

    /** Returns what a user would see of a run that is not as it should be, or an empty text. */
    private static String wrong(final RunPlan plan) {
        final RunResult result;
        try {
            result = new Session(plan).run(executor -> {});
        } catch (final RuntimeException | AssertionError e) {
            return "threw " + oneLine(e);
        }
        final List<String> wrong = result.report().verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .map(Verdict::name)
                .toList();
        if (!wrong.isEmpty()) {
            return "false " + String.join(" ", wrong);
        }
        final EndReason reason = result.execution().reason();
        if (reason == EndReason.MAX_CYCLES) {
            return "partial";
        }
        return reason == EndReason.COMPLETED && result.execution().errors().isEmpty()
                ? ""
                : "failed " + result.report().ending();
    }

    private static String oneLine(final Throwable e) {
        final StackTraceElement[] trace = e.getStackTrace();
        return (e + (trace.length == 0 ? "" : " at " + trace[0])).replaceAll("\\s+", " ");
    }
}
