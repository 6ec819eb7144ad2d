// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;
import java.nio.file.Path;
import java.util.List;

/**
 * All inputs of one run.
 *
 * @param machine configuration of the machine, with the program's message base
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
            String name,
            Program program,
            MachineConfig machine,
            EngineFactory factory,
            EngineOptions engineOptions,
            ExecutorOptions executorOptions,
            Object effectiveConfig) {
        this(name, program, machine, factory, engineOptions, executorOptions, effectiveConfig, true);
    }

    /** Returns the plan of the same run that ends before this cycle. */
    public RunPlan until(long cycle) {
        return with(factory, executorOptions.until(cycle));
    }

    /** Returns the plan of the same run on another engine and with other options. */
    public RunPlan with(EngineFactory engine, ExecutorOptions options) {
        return new RunPlan(name, program, machine, engine, engineOptions, options, effectiveConfig, detect);
    }

    /** Returns the plan of a run of another program on the same machine. */
    public RunPlan playing(Program other) {
        return new RunPlan(name, other, machine, factory, engineOptions, executorOptions, effectiveConfig, detect);
    }

    /** Returns the plan under another name, with another effective configuration and detector or none. */
    public RunPlan as(String other, Object effective, boolean detected) {
        return new RunPlan(other, program, machine, factory, engineOptions, executorOptions, effective, detected);
    }

    /**
     * The options for the waveform of a knot.
     *
     * @param folder receives knot.fst and knot.gtkw
     */
    public record KnotWaves(Path folder, Tracer tracer) {
        /** Makes an engine that behaves as the engine of the first run and writes a waveform. */
        @FunctionalInterface
        public interface Tracer {
            /** Returns the factory; the waveform has these nodes from one cycle to another, both included. */
            EngineFactory tracing(Path file, List<Integer> nodes, long from, long to);
        }
    }
}
