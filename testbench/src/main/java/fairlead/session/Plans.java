// SPDX-License-Identifier: Apache-2.0
package fairlead.session;

import fairlead.engine.EngineFactory;
import fairlead.engine.rtl.RtlEngineFactory;
import fairlead.engine.rtl.RtlOptions;
import fairlead.program.Program;
import fairlead.scenario.Scenario;

/** Scenario -> plan. */
public final class Plans {
    private Plans() {}

    /** On the product library; the engine takes lab when faults are armed. */
    public static RunPlan of(final Scenario scenario) {
        return of(scenario, RtlOptions.PRODUCT);
    }

    public static RunPlan of(final Scenario scenario, final RtlOptions rtl) {
        final Program program = scenario.program();
        final EngineFactory factory = new RtlEngineFactory(rtl);
        return new RunPlan(
                scenario.name(),
                program,
                scenario.machineFor(program),
                factory,
                scenario.engineOptions(),
                scenario.executorOptions(),
                scenario.effective(),
                scenario.run().detect());
    }
}
