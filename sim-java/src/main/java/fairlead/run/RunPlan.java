// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;

/**
 * All inputs of one run.
 *
 * @param name name of the scenario
 * @param program operations of the run
 * @param machine configuration of the machine, with the program's message base
 * @param factory opens the engine
 * @param engineOptions options of the engine
 * @param executorOptions options of the executor
 * @param effectiveConfig object that is copied into summary.json
 * @param detect true to search for knots during the run
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
    /** Makes a plan with the knot detector. */
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
