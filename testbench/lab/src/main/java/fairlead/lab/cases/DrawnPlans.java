// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.engine.EngineFactory;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;
import fairlead.run.RunPlan;
import fairlead.scenario.Scenario;
import java.util.List;

/** Draws programs and workloads, on drawn machines, that all verdicts can judge: their operations do not race. */
public final class DrawnPlans {
    private static final List<Focus> FOCI = List.of(Focus.ORDER, Focus.SWITCH, Focus.STORE_PATH, Focus.BARRIER);

    private final Capabilities limits;
    private final long budget;

    /**
     * @param limits the limits of the machines that are drawn
     * @param budget the greatest number of nodes times cycles; a run is cut off there
     */
    public DrawnPlans(final Capabilities limits, final long budget) {
        this.limits = limits;
        this.budget = budget;
    }

    /**
     * Returns a plan with this engine.
     *
     * @param seed seed of the draw
     * @param number decides the sort: two programs and a workload in turn, every other one with a focus
     */
    public RunPlan draw(final long seed, final long number, final EngineFactory factory) {
        final Focus focus = number % 2 == 0 ? Focus.NONE : FOCI.get((int) (number / 2 % FOCI.size()));
        final CaseDraw draw = new CaseDraw(limits, budget, focus);
        final Case one = number % 3 == 2 ? draw.drawWorkload(seed) : draw.drawProgram(seed);
        final Scenario scenario = one.scenario();
        final Program program = one.hasItems() ? one.programApart() : one.program();
        return new RunPlan(
                scenario.name(),
                program,
                scenario.machineFor(program),
                factory,
                scenario.engineOptions(),
                scenario.executorOptions(),
                scenario.effective(),
                true);
    }

    /** Returns the plan with another engine and other options of the executor. */
    public static RunPlan with(final RunPlan plan, final EngineFactory factory, final ExecutorOptions options) {
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
}
