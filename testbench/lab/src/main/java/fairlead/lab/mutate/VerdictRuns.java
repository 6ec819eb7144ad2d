// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.lab.faults.Ledger;
import fairlead.machine.MachineConfig;
import fairlead.node.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.plan.Plans;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.report.RunReport;
import fairlead.scenario.InputText;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import fairlead.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs that judge a machine by the verdicts alone: scenarios of the tree, and workloads and programs that are drawn
 * on drawn machines. Each run has been played by the twin to its end with no false verdict before a mutant plays it.
 */
final class VerdictRuns {
    private static final int DRAWN = 24;
    static final long BUDGET = 60_000; // tile-cycles in which a drawn run must end on the twin
    private static final int UNFOCUSED = 5; // one drawn run in so many is on a machine without a focus
    private static final int LONELY = 2; // drawn runs on a machine of one node
    private static final long PATIENCE = 4; // cycles that a mutant gets, for each of the sound machine
    private static final long LEAST_CYCLES = 2000;

    private final Path root;
    private final long seed;
    private final Capabilities limits;
    private final boolean sets;
    private final List<RunPlan> plans = new ArrayList<>();

    /**
     * @param root the root of the project, whose examples are played
     * @param seed the first seed of the runs that are drawn
     * @param limits the limits of the machines that are drawn
     * @param sets whether performance counters begin at drawn numbers, which the library must take ({@link
     *     OffsetCounters})
     */
    VerdictRuns(final Path root, final long seed, final Capabilities limits, final boolean sets) {
        this.root = root;
        this.seed = seed;
        this.limits = limits;
        this.sets = sets;
    }

    /** Returns the runs in the order in which they are played. */
    List<RunPlan> plans() throws IOException {
        if (plans.isEmpty()) {
            final DrawnPlans drawn = new DrawnPlans(limits, BUDGET);
            int lonely = 0;
            for (long s = 0; plans.size() < DRAWN; s++) {
                final long number = 2 * s + (s % UNFOCUSED == 0 ? 0 : 1);
                final RunPlan plan = drawn.draw(seed + s, number, new RtlEngineFactory());
                if (plan.machine().nodes() > 1 || lonely++ < LONELY) {
                    keep(plan);
                }
            }
            for (final String line : lines("verdict-runs.txt")) {
                final List<String> words = List.of(line.split(" "));
                final Path file = root.resolve(words.get(0));
                final Scenario scenario = ScenarioReader.read(file, InputText.of(file), words.subList(1, words.size()));
                keep(Plans.of(scenario));
            }
        }
        return plans;
    }

    /** Returns the lines of a resource of this package without its comments. */
    static List<String> lines(final String resource) {
        return Ledger.lines(VerdictRuns.class, resource);
    }

    /** Keeps a plan that the twin plays to its end under true verdicts; a mutant gets a few times as many cycles. */
    private void keep(final RunPlan plan) {
        final RunResult sound =
                new Session(DrawnPlans.with(plan, new ModelEngineFactory(), plan.executorOptions())).run(e -> {});
        final ExecutorOptions all = plan.executorOptions();
        final long most = PATIENCE * sound.execution().cycles() + LEAST_CYCLES;
        if (wrong(sound).isEmpty()) {
            final boolean isSet = sets && all.counts();
            plans.add(DrawnPlans.with(plan, isSet ? this::set : plan.factory(), all.until(most)));
        }
    }

    /** Opens the RTL with performance counters that begin at drawn numbers. */
    private Engine set(final MachineConfig config, final EngineOptions options) {
        return new OffsetCounters(new RtlEngineFactory().open(config, options), seed);
    }

    /** Returns what a user sees of a run that is not as it should be, or an empty text. */
    static String wrong(final RunResult result) {
        final RunReport report = result.report();
        final List<String> wrong = report.verdicts().stream()
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
                : "failed " + report.ending();
    }
}
