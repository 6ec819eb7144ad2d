// SPDX-License-Identifier: Apache-2.0
package fairlead.plan;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine.EngineFactory;
import fairlead.lockstep.LockstepFactory;
import fairlead.program.Program;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.Programs;
import fairlead.run.RunPlan;
import fairlead.run.RunPlan.KnotWaves;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.file.Path;
import java.util.List;

/** Creates run plans from scenarios and engines from names. */
public final class Plans {
    private Plans() {}

    /**
     * Returns a plan on the scenario's engine; rtl uses the product library, or the lab library if faults are armed.
     */
    public static RunPlan of(Scenario scenario) {
        return of(scenario, RtlOptions.PRODUCT);
    }

    public static RunPlan of(Scenario scenario, RtlOptions rtl) {
        EngineFactory factory = factory(scenario.engine(), rtl);
        scenario.check(capabilities(scenario, rtl));
        return of(scenario, factory, Programs.of(scenario));
    }

    /** Returns a plan that runs a program made elsewhere on the machine and the engine of a scenario. */
    public static RunPlan of(Scenario scenario, RtlOptions rtl, Program program) {
        EngineFactory factory = factory(scenario.engine(), rtl);
        scenario.check(capabilities(scenario, rtl));
        return of(scenario, factory, program);
    }

    public static RunPlan of(Scenario scenario, EngineFactory factory, Program program) {
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

    private static Capabilities capabilities(Scenario scenario, RtlOptions rtl) {
        return "model".equals(scenario.engine())
                ? ModelEngineFactory.capabilities()
                : new RtlEngineFactory(rtl).capabilities(scenario.machine(), scenario.engineOptions());
    }

    /** Returns the factory of the engine with this name, on the product library. */
    public static EngineFactory engine(String name) {
        if (!List.of("rtl", "model", "lockstep").contains(name)) {
            throw new BadInput("--engine " + name + ": no such engine; known: rtl, model, lockstep");
        }
        return factory(name, RtlOptions.PRODUCT);
    }

    /** Returns the writer of knot waveforms, which uses the lab library. */
    public static KnotWaves knotWaves(Path folder) {
        return new KnotWaves(
                folder,
                (file, nodes, from, to) -> new RtlEngineFactory(
                        RtlOptions.of("lab").withWave(new RtlOptions.Wave(file, nodes, from, to))));
    }

    private static EngineFactory factory(String engine, RtlOptions rtl) {
        if ("lockstep".equals(engine)) {
            return new LockstepFactory(new RtlEngineFactory(rtl), new ModelEngineFactory());
        }
        if (!"model".equals(engine)) {
            return new RtlEngineFactory(rtl);
        }
        if (!RtlOptions.PRODUCT.equals(rtl)) {
            throw new BadInput("engine model has no library, record or waveform; they are of engine rtl");
        }
        return new ModelEngineFactory();
    }
}
