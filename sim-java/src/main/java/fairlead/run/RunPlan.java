// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.api.EngineFactory;
import fairlead.engine.api.EngineOptions;
import fairlead.engine.api.MachineConfig;
import fairlead.program.Program;
import fairlead.software.ExecutorOptions;

/**
 * One run, ready to go.
 *
 * @param name of the scenario
 * @param machine the machine with the program's message base
 * @param effectiveConfig goes into summary.json as it is
 * @param detect look for knots while it runs
 */
public record RunPlan(
        String name,
        Program program,
        MachineConfig machine,
        EngineFactory factory,
        EngineOptions engineOptions,
        ExecutorOptions executorOptions,
        Object effectiveConfig,
        boolean detect) {
    /** With the detector. */
    public RunPlan(
            final String name,
            final Program program,
            final MachineConfig machine,
            final EngineFactory factory,
            final EngineOptions engineOptions,
            final ExecutorOptions executorOptions,
            final Object effectiveConfig) {
        this(name, program, machine, factory, engineOptions, executorOptions, effectiveConfig, true);
    }
}
